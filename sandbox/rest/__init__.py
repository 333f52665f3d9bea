"""Discord's REST routes that the bot uses. Any other request is an error."""
