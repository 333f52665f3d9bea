"""Computer players: processes that think for seats (`python -m ai`), and the bot's connection to them."""
