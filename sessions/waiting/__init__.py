"""What a table agrees on: proposals, votes, pauses, seats that are left."""
