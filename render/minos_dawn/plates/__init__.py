"""The plates of Minos: Dawn, one or two by phase."""
