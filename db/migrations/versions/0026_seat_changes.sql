CREATE INDEX seat_changes ON entries (table_id) WHERE kind IN ('Conceded', 'Reseated');

-- Undo

DROP INDEX seat_changes;
