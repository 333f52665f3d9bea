"""Many tables whose people answer immediately, while the bot is killed again and again."""
