"""The box: files, records and checks, the effect language, and words."""
