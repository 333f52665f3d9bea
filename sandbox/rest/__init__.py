"""The routes of Discord's REST API that the bot uses. Any other request is an error."""
