"""What people and servers have chosen, kept in memory and on disk."""
