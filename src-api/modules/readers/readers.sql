-- A person has one row: it follows the account to another address, and a reader who registers becomes that account's reader.
CREATE OR REPLACE FUNCTION follow_account_of_reader() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	known readers;
	own readers;
BEGIN
	SELECT * INTO known FROM readers WHERE email = NEW.email AND user_id IS DISTINCT FROM NEW.id FOR UPDATE;
	SELECT * INTO own FROM readers WHERE user_id = NEW.id FOR UPDATE;
	-- Two rows become one: the decision that was taken last counts.
	IF known.id IS NOT NULL AND own.id IS NOT NULL THEN
		IF greatest(known.consented_at, known.withdrawn_at) > greatest(own.consented_at, own.withdrawn_at) THEN
			DELETE FROM readers WHERE id = own.id;
		ELSE
			DELETE FROM readers WHERE id = known.id;
		END IF;
	END IF;
	UPDATE readers SET email = NEW.email, user_id = NEW.id, language = NEW.language
	WHERE user_id = NEW.id OR email = NEW.email;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER readers_followed AFTER INSERT OR UPDATE OF email, language ON users FOR EACH ROW
WHEN (NEW.email IS NOT NULL) EXECUTE FUNCTION follow_account_of_reader();

-- Of whoever is deleted, with an account or without, a hash stays: no import subscribes the address again.
CREATE OR REPLACE FUNCTION remember_former_reader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO former_readers VALUES (encode(sha256(convert_to(OLD.email, 'UTF8')), 'hex')) ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER readers_remembered AFTER DELETE ON readers FOR EACH ROW
EXECUTE FUNCTION remember_former_reader();
