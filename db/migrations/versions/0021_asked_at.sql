ALTER TABLE seat_clocks ADD COLUMN asked_at BIGINT;

-- Undo

ALTER TABLE seat_clocks DROP COLUMN asked_at;
