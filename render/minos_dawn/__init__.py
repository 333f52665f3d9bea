"""The pictures of Minos: Dawn of the Bronze Age."""
