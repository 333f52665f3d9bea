"""Tables that last for weeks in leaping time, with people of every kind and everything that can go wrong in a month."""
