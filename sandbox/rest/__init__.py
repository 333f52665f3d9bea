"""Discord's REST routes, as far as discord.py uses them; any other request fails loudly."""
