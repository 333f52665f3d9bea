"""The pictures of Minerva."""
