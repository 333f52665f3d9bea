"""Time as people have it: quiet hours, absences, and how long each seat has been asked. Pure, without any store."""
