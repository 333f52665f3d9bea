"""Tables that last for weeks, in a time that leaps, with people of every kind and all that goes wrong in a month."""
