"""Tables over weeks of simulated time, with all kinds of people and everything that can go wrong."""
