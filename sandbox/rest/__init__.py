"""Discord's REST routes that discord.py uses. Any other request is an error."""
