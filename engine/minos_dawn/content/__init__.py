"""What the box holds and says: its files, their records and checks, the effect language, the words."""
