ALTER TABLE schedules ADD COLUMN digest_h INTEGER;

-- Undo

ALTER TABLE schedules DROP COLUMN digest_h;
