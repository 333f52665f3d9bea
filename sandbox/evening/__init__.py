"""Many tables at which people answer immediately, while the bot is killed again and again."""
