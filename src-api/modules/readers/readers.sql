-- A person has one row: it follows the account to another address, and a reader who registers becomes that account's reader.
CREATE OR REPLACE FUNCTION follow_account_of_reader() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	known readers;
	own readers;
BEGIN
	SELECT * INTO known FROM readers WHERE email = NEW.email AND user_id IS DISTINCT FROM NEW.id FOR UPDATE;
	SELECT * INTO own FROM readers WHERE user_id = NEW.id FOR UPDATE;
	-- Two rows become one: the decision that was taken last counts. The links of both still work: one names the row, the other its address.
	IF known.id IS NOT NULL AND own.id IS NOT NULL THEN
		DELETE FROM readers WHERE id = known.id;
		IF greatest(known.consented_at, known.withdrawn_at) > greatest(own.consented_at, own.withdrawn_at) THEN
			UPDATE readers SET source = known.source, consented_at = known.consented_at, withdrawn_at = known.withdrawn_at
			WHERE id = own.id;
		END IF;
	END IF;
	UPDATE readers SET email = NEW.email, user_id = NEW.id, language = NEW.language
	WHERE user_id = NEW.id OR email = NEW.email;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER readers_followed AFTER INSERT OR UPDATE OF email, language ON users FOR EACH ROW
WHEN (NEW.email IS NOT NULL) EXECUTE FUNCTION follow_account_of_reader();

CREATE OR REPLACE FUNCTION address_hash(email text) RETURNS text IMMUTABLE LANGUAGE sql AS
$$ SELECT encode(sha256(convert_to(email, 'UTF8')), 'hex') $$;

-- Of whoever is deleted, with an account or without, a hash stays: no import subscribes the address again.
CREATE OR REPLACE FUNCTION remember_former_reader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO former_readers VALUES (address_hash(OLD.email), ARRAY[OLD.id])
	ON CONFLICT (email_hash) DO UPDATE SET reader_ids = former_readers.reader_ids || OLD.id;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER readers_remembered AFTER DELETE ON readers FOR EACH ROW
EXECUTE FUNCTION remember_former_reader();
