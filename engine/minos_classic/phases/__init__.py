"""What happens when: setup, rounds, turns, the end."""
