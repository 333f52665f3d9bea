ALTER TABLE people ADD COLUMN plain_text BOOLEAN DEFAULT '0' NOT NULL;

-- Undo

ALTER TABLE people DROP COLUMN plain_text;
