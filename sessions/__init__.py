"""Tables in play: who sits where, one answer at a time, each on disk before it is shown to anyone."""
