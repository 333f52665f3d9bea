"""Replaying games: records, exports and lessons, and the laws that every game keeps."""
