"""The gauntlet: families of tests that count their tries, each with planted faults that it must catch."""
