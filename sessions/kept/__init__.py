"""Choices of people and servers, in memory and on disk."""
