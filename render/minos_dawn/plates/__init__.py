"""The boards of Minos: Dawn of the Bronze Age as they are seen where they are posted: one or two plates by phase."""
