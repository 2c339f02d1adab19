-- Functions that indexes are made of: changing one needs a migration that also rebuilds the indexes and search vectors.
-- All others are in files of their own: docs/decisions/0045-migrations.md.

-- Returns words in lower case, without accents, invisible characters (soft hyphens, joiners, marks of direction) and punctuation,
-- which the parser would join ("and/or", "front-cross").
-- translate() would take seven times as long, since it compares each character with all that it replaces.
CREATE FUNCTION content_search_text(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN regexp_replace(lower(unaccent('unaccent', regexp_replace(value, '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]+', '', 'g'))), '[][!"#$%&''()*+,./:;<=>?@\\^_`{|}~’ʼ‐‑-]', ' ', 'g');
END
$$;--> statement-breakpoint
-- Returns the words that are written with hyphens, apostrophes or ampersands, each as one: "start-line" as "startline", "AT&T" as "att".
CREATE FUNCTION content_search_joined(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN coalesce((
		SELECT string_agg(DISTINCT content_search_text(regexp_replace(whole[1], '[-''’ʼ‘´`‐‑&]', '', 'g')), ' ')
		FROM regexp_matches(
			regexp_replace(value, '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]+', '', 'g'),
			'[^][[:space:]!"#$%&''()*+,./:;<=>?@\\^_`{|}~’ʼ‘´‐‑-]+(?:[-''’ʼ‘´`‐‑&][^][[:space:]!"#$%&''()*+,./:;<=>?@\\^_`{|}~’ʼ‘´‐‑-]+)+', 'g'
		) AS whole
		WHERE length(whole[1]) <= 60
	), '');
END
$$;--> statement-breakpoint
-- Returns what members and orders are searched by: the words of name and address, each after a space; those in parts as one, too:
-- "annamaria" finds "Anna-Maria". It keeps the path of its creation, since an index is also built where none is set, as when a
-- backup is restored.
CREATE FUNCTION person_search_text(name text, email text, unproven_email text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
	whole text := name || ' ' || coalesce(email, unproven_email, '');
BEGIN
	RETURN ' ' || content_search_text(whole) || ' ' || content_search_joined(whole);
END
$$;--> statement-breakpoint
-- How many days entries of the audit trail are kept at least. src-api/infra/audit/protect-audit.sql replaces it where the trail
-- belongs to a role of its own.
CREATE FUNCTION "audit_least_days"() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT NULL::integer $$;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"act" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"actor_email" text,
	"via" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"subject_id" uuid,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_clock" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ahead" bigint NOT NULL,
	CONSTRAINT "test_clock_one_row" CHECK ("test_clock"."only"),
	CONSTRAINT "test_clock_not_back" CHECK ("test_clock"."ahead" >= 0)
);
--> statement-breakpoint
CREATE TABLE "content_folder_choice" (
	"configured" text PRIMARY KEY NOT NULL,
	"chosen" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_sync_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"folder" text NOT NULL,
	"is_rehearsal" boolean NOT NULL,
	"may_remove_most" boolean NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"lines" jsonb,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"code_sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"notified" boolean DEFAULT false NOT NULL,
	CONSTRAINT "email_changes_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"made_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"first_used_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"known_until" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "login_challenges" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"verified_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_tokens_purpose" CHECK ("one_time_tokens"."purpose" in ('enrol-factor', 'reset-password', 'secure-account', 'undo-email-change')),
	CONSTRAINT "one_time_tokens_user" CHECK ("one_time_tokens"."user_id" is not null or "one_time_tokens"."purpose" = 'reset-password')
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"by_password_alone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"last_step" integer NOT NULL,
	"recovery_hashes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"by_password_alone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"factors" text DEFAULT 'password' NOT NULL,
	"passkey_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"factor_proven_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_factors" CHECK ("sessions"."factors" in ('password', 'password+totp', 'password+recovery', 'passkey'))
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"language" text NOT NULL,
	"plan" text,
	"terms_version" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"code_sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_ups_language" CHECK ("sign_ups"."language" in ('en', 'pl')),
	CONSTRAINT "sign_ups_plan" CHECK ("sign_ups"."plan" in ('monthly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"unproven_email" text,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"roles" text[] NOT NULL,
	"language" text NOT NULL,
	"terms_version" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_roles" CHECK ("users"."roles" <@ array['ROLE_ADMIN', 'ROLE_USER', 'ROLE_JUDGE', 'ROLE_REVIEWER']::text[]),
	CONSTRAINT "users_language" CHECK ("users"."language" in ('en', 'pl')),
	CONSTRAINT "users_one_address" CHECK (num_nonnulls("users"."email", "users"."unproven_email") = 1)
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"origin" text NOT NULL,
	"source_hash" text,
	CONSTRAINT "announcements_origin" CHECK ("announcements"."origin" in ('folder', 'portal', 'import'))
);
--> statement-breakpoint
CREATE TABLE "card_setups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_setups_provider_reference_unique" UNIQUE("provider_reference")
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"credit_note_id" uuid,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_entries_not_zero" CHECK ("credit_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"number" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"taxes" jsonb NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"provider_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_provider_reference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "credit_notes_reason" CHECK ("credit_notes"."reason" in ('refund', 'withdrawal')),
	CONSTRAINT "credit_notes_status" CHECK ("credit_notes"."status" in ('processing', 'succeeded', 'failed')),
	CONSTRAINT "credit_notes_positive" CHECK ("credit_notes"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"invoice_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"quantity" integer NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"scheduled_for" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_invoice_id_sku_pk" PRIMARY KEY("invoice_id","sku"),
	CONSTRAINT "deliveries_kind" CHECK ("deliveries"."kind" in ('file', 'place', 'appointment', 'report')),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('ready', 'requested', 'scheduled', 'done', 'cancelled')),
	CONSTRAINT "deliveries_scheduled" CHECK ("deliveries"."state" <> 'scheduled' or "deliveries"."scheduled_for" is not null),
	CONSTRAINT "deliveries_completed" CHECK ("deliveries"."completed" between 0 and "deliveries"."quantity")
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"description" jsonb NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"currency" text,
	"skus" text[] NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"periods" integer DEFAULT 1,
	"max_redemptions" integer,
	"max_per_user" integer,
	CONSTRAINT "discount_codes_kind" CHECK ("discount_codes"."kind" in ('percent', 'amount'))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"invoice_id" uuid NOT NULL,
	"status" text NOT NULL,
	"ended_membership" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_provider_reference_pk" PRIMARY KEY("provider","reference"),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"reason" text DEFAULT 'checkout' NOT NULL,
	"status" text NOT NULL,
	"subscription_id" uuid,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"extended_until" timestamp with time zone,
	"lines" jsonb NOT NULL,
	"discount" jsonb,
	"credit" integer DEFAULT 0 NOT NULL,
	"credit_change" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"taxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"currency" text NOT NULL,
	"period" text,
	"terms_version" text NOT NULL,
	"origin" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"seller" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"receipt_number" text,
	"withdrawal_reference" text,
	"next_try_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invoices_receipt_number_unique" UNIQUE("receipt_number"),
	CONSTRAINT "invoices_withdrawal_reference_unique" UNIQUE("withdrawal_reference"),
	CONSTRAINT "invoices_reason" CHECK ("invoices"."reason" in ('checkout', 'renewal', 'switch')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('open', 'pending', 'paid', 'declined', 'void', 'uncollectible')),
	CONSTRAINT "invoices_period" CHECK ("invoices"."period" in ('monthly', 'yearly')),
	CONSTRAINT "invoices_origin" CHECK ("invoices"."origin" in ('checkout', 'subscribe', 'registration-payment', 'subscription')),
	CONSTRAINT "invoices_not_negative" CHECK ("invoices"."total" >= 0 and "invoices"."credit" >= 0 and "invoices"."tries" >= 0),
	CONSTRAINT "invoices_paid" CHECK ("invoices"."status" <> 'paid' or "invoices"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text NOT NULL,
	"provider_customer" text,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_pages" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"invoice_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_pages_provider_reference_pk" PRIMARY KEY("provider","reference")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"card" text,
	"card_reference" text,
	"card_customer" text,
	"created_at" timestamp with time zone NOT NULL,
	"settles_at" timestamp with time zone,
	CONSTRAINT "payments_provider_reference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('requires_action', 'processing', 'succeeded', 'failed')),
	CONSTRAINT "payments_failure" CHECK ("payments"."failure" in ('declined', 'insufficient-funds', 'expired-card', 'confirmation', 'no-card', 'no-answer')),
	CONSTRAINT "payments_positive" CHECK ("payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"sku" text PRIMARY KEY NOT NULL,
	"origin" text DEFAULT 'brand' NOT NULL,
	"kind" text NOT NULL,
	"period" text,
	"name" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"delivery" jsonb NOT NULL,
	"delivered_as" text,
	"file" jsonb,
	"stored_file" jsonb,
	"motif" text NOT NULL,
	"price" integer NOT NULL,
	"currency" text NOT NULL,
	"tax_rate" integer DEFAULT 0 NOT NULL,
	"position" integer NOT NULL,
	"on_sale" boolean NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "products_origin" CHECK ("products"."origin" in ('brand', 'portal')),
	CONSTRAINT "products_kind" CHECK ("products"."kind" in ('membership', 'extra')),
	CONSTRAINT "products_period" CHECK ("products"."period" in ('monthly', 'yearly')),
	CONSTRAINT "products_delivered_as" CHECK ("products"."delivered_as" in ('file', 'place', 'appointment', 'report'))
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_events_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid,
	"claimed_invoice_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"contract" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "withdrawals_invoice_id_unique" UNIQUE("invoice_id"),
	CONSTRAINT "withdrawals_language" CHECK ("withdrawals"."language" in ('en', 'pl'))
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"is_proven" boolean DEFAULT false NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "contact_messages_language" CHECK ("contact_messages"."language" in ('en', 'pl'))
);
--> statement-breakpoint
CREATE TABLE "dog_heights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dog_id" uuid NOT NULL,
	"height" integer NOT NULL,
	"measured_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dogs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"born_on" date,
	"discipline" text,
	"weight" integer,
	"weighed_on" date,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dogs_discipline" CHECK ("dogs"."discipline" in ('agility', 'rally', 'obedience', 'shows', 'conditioning')),
	CONSTRAINT "dogs_weighed" CHECK (num_nonnulls("dogs"."weight", "dogs"."weighed_on") in (0, 2))
);
--> statement-breakpoint
CREATE TABLE "feature_flags" (
	"key" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_authors" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"credentials" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"origin" text NOT NULL,
	"source_hash" text,
	CONSTRAINT "content_authors_origin" CHECK ("content_authors"."origin" in ('folder', 'portal', 'import'))
);
--> statement-breakpoint
CREATE TABLE "content_counts" (
	"kind" text NOT NULL,
	"tag" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "content_counts_kind_tag_pk" PRIMARY KEY("kind","tag"),
	CONSTRAINT "content_counts_kind" CHECK ("content_counts"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "content_entries" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"published_at" timestamp with time zone,
	"appeared_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"first_slug" text,
	"author" text NOT NULL,
	"tags" text[] NOT NULL,
	"motif" text NOT NULL,
	"related" text[] DEFAULT '{}' NOT NULL,
	"details" jsonb NOT NULL,
	"import_id" text,
	"origin" text NOT NULL,
	"source_hash" text,
	CONSTRAINT "content_entries_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "content_entries_kind" CHECK ("content_entries"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos')),
	CONSTRAINT "content_entries_origin" CHECK ("content_entries"."origin" in ('folder', 'portal', 'import'))
);
--> statement-breakpoint
CREATE TABLE "content_listed" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"tag" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_listed_kind_slug_tag_pk" PRIMARY KEY("kind","slug","tag"),
	CONSTRAINT "content_listed_kind" CHECK ("content_listed"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "content_redirects" (
	"kind" text NOT NULL,
	"from_slug" text NOT NULL,
	"to_slug" text NOT NULL,
	CONSTRAINT "content_redirects_kind_from_slug_pk" PRIMARY KEY("kind","from_slug"),
	CONSTRAINT "content_redirects_kind" CHECK ("content_redirects"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "content_tags" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"origin" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "content_tags_origin" CHECK ("content_tags"."origin" in ('folder', 'portal', 'import'))
);
--> statement-breakpoint
CREATE TABLE "content_texts" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"words" integer NOT NULL,
	"changed_at" timestamp with time zone,
	"details" jsonb NOT NULL,
	"search_teaser" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"search_all" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "content_texts_kind_slug_language_pk" PRIMARY KEY("kind","slug","language"),
	CONSTRAINT "content_texts_kind" CHECK ("content_texts"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos')),
	CONSTRAINT "content_texts_language" CHECK ("content_texts"."language" in ('en', 'pl'))
);
--> statement-breakpoint
CREATE TABLE "content_words" (
	"language" text NOT NULL,
	"word" text NOT NULL,
	"lexeme" text NOT NULL,
	"is_in_teaser" boolean NOT NULL,
	CONSTRAINT "content_words_language_word_pk" PRIMARY KEY("language","word"),
	CONSTRAINT "content_words_language" CHECK ("content_words"."language" in ('en', 'pl'))
);
--> statement-breakpoint
CREATE TABLE "entry_mail_recipients" (
	"mail_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"enqueued_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "entry_mail_recipients_mail_id_user_id_pk" PRIMARY KEY("mail_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "entry_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"requested_by" uuid,
	"sent_at" timestamp with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "entry_mails_entry" UNIQUE("kind","slug"),
	CONSTRAINT "entry_mails_kind" CHECK ("entry_mails"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "feed_tokens" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "judge_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"language" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"shown_text" text,
	"shown_author" text,
	"shown_language" text,
	"shown_at" timestamp with time zone,
	CONSTRAINT "judge_notes_one" UNIQUE("user_id","kind","slug"),
	CONSTRAINT "judge_notes_kind" CHECK ("judge_notes"."kind" in ('articles', 'videos')),
	CONSTRAINT "judge_notes_language" CHECK ("judge_notes"."language" in ('en', 'pl')),
	CONSTRAINT "judge_notes_state" CHECK ("judge_notes"."state" in ('waiting', 'approved', 'rejected')),
	CONSTRAINT "judge_notes_shown_language" CHECK ("judge_notes"."shown_language" in ('en', 'pl')),
	CONSTRAINT "judge_notes_shown" CHECK (num_nonnulls("judge_notes"."shown_text", "judge_notes"."shown_author", "judge_notes"."shown_language", "judge_notes"."shown_at") in (0, 4)),
	CONSTRAINT "judge_notes_approved" CHECK ("judge_notes"."state" <> 'approved' or "judge_notes"."shown_text" = "judge_notes"."text")
);
--> statement-breakpoint
CREATE TABLE "ready_marks" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"version" text NOT NULL,
	"user_id" uuid,
	"marked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ready_marks_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "ready_marks_kind" CHECK ("ready_marks"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "secret_previews" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"token_hash" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "secret_previews_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "secret_previews_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "secret_previews_kind" CHECK ("secret_previews"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "studio_drafts" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"draft" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"is_changed" boolean NOT NULL,
	"revision" integer NOT NULL,
	"edited_at" timestamp with time zone NOT NULL,
	"edited_by" uuid,
	"texts_changed_at" jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "studio_drafts_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "studio_drafts_kind" CHECK ("studio_drafts"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "studio_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"draft" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	CONSTRAINT "studio_revisions_kind" CHECK ("studio_revisions"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "weekly_mails" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"new_since" timestamp with time zone NOT NULL,
	"sent_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"credit_note_id" uuid,
	"undo" jsonb,
	"undone_by" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"sku" text,
	"period" text,
	"price" integer,
	"currency" text,
	"started_at" timestamp with time zone NOT NULL,
	"anchor_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"cancel_at_period_end" boolean NOT NULL,
	"stopped_by_dispute" boolean DEFAULT false NOT NULL,
	"next_sku" text,
	"next_period" text,
	"next_price" integer,
	"discount" jsonb,
	"reminded_of" timestamp with time zone,
	"considered_of" timestamp with time zone,
	CONSTRAINT "subscriptions_source" CHECK ("subscriptions"."source" in ('purchase', 'grant')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'active', 'past_due', 'ended')),
	CONSTRAINT "subscriptions_period" CHECK ("subscriptions"."period" in ('monthly', 'yearly')),
	CONSTRAINT "subscriptions_next_period" CHECK ("subscriptions"."next_period" in ('monthly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "shelf_items" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"item" text DEFAULT '' NOT NULL,
	"place" jsonb,
	"is_removed" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shelf_items_user_id_type_kind_slug_item_pk" PRIMARY KEY("user_id","type","kind","slug","item"),
	CONSTRAINT "shelf_items_type" CHECK ("shelf_items"."type" in ('saved', 'place', 'tick')),
	CONSTRAINT "shelf_items_kind" CHECK ("shelf_items"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "shelf_visits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"previous_visit_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"dog_id" uuid,
	"height_class" text,
	"name" text NOT NULL,
	"on" date NOT NULL,
	"starts_at" text,
	"is_hot" boolean NOT NULL,
	"planned_on" date NOT NULL,
	"ticks" jsonb NOT NULL,
	"tick_times" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shows_height_class" CHECK ("shows"."height_class" in ('extraSmall', 'small', 'medium', 'intermediate', 'large')),
	CONSTRAINT "shows_competitor" CHECK (num_nonnulls("shows"."dog_id", "shows"."height_class") = 1)
);
--> statement-breakpoint
CREATE TABLE "calendar_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"time_zone" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_addresses_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "calendar_addresses_language" CHECK ("calendar_addresses"."language" in ('en', 'pl'))
);
--> statement-breakpoint
CREATE TABLE "training_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"dog_id" uuid,
	"slug" text NOT NULL,
	"started_on" date NOT NULL,
	"weekdays" integer[] NOT NULL,
	"steps" jsonb NOT NULL,
	"notes" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"timer_ends_at" timestamp with time zone,
	"timer_left" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "training_plans_once" UNIQUE NULLS NOT DISTINCT("user_id","slug","dog_id")
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_passkey_id_passkeys_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."passkeys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_setups" ADD CONSTRAINT "card_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_credit_note_id_credit_notes_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_pages" ADD CONSTRAINT "payment_pages_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_claimed_invoice_id_invoices_id_fk" FOREIGN KEY ("claimed_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dog_heights" ADD CONSTRAINT "dog_heights_dog_id_dogs_id_fk" FOREIGN KEY ("dog_id") REFERENCES "public"."dogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dogs" ADD CONSTRAINT "dogs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_mail_id_entry_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."entry_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feed_tokens" ADD CONSTRAINT "feed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_notes" ADD CONSTRAINT "judge_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ready_marks" ADD CONSTRAINT "ready_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ready_marks" ADD CONSTRAINT "ready_marks_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "secret_previews" ADD CONSTRAINT "secret_previews_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_previews" ADD CONSTRAINT "secret_previews_kind_slug_studio_drafts_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."studio_drafts"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "studio_drafts" ADD CONSTRAINT "studio_drafts_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_revisions" ADD CONSTRAINT "studio_revisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_revisions" ADD CONSTRAINT "studio_revisions_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "weekly_mails" ADD CONSTRAINT "weekly_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_acts" ADD CONSTRAINT "member_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_acts" ADD CONSTRAINT "member_acts_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_items" ADD CONSTRAINT "shelf_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_visits" ADD CONSTRAINT "shelf_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_dog_id_dogs_id_fk" FOREIGN KEY ("dog_id") REFERENCES "public"."dogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_plans" ADD CONSTRAINT "training_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_plans" ADD CONSTRAINT "training_plans_dog_id_dogs_id_fk" FOREIGN KEY ("dog_id") REFERENCES "public"."dogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_newest" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_act" ON "audit_entries" USING btree ("act","at","id");--> statement-breakpoint
CREATE INDEX "login_challenges_user" ON "login_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_challenges_expiry" ON "login_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_email" ON "one_time_tokens" USING btree ("email");--> statement-breakpoint
CREATE INDEX "passkey_challenges_session" ON "passkey_challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_passkey" ON "sessions" USING btree ("passkey_id");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sign_ups_expiry" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_unproven_email" ON "users" USING btree ("unproven_email");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (person_search_text("name", '', null),"id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (person_search_text("name", "email", "unproven_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_entries_invoice" ON "credit_entries" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "credit_entries_note" ON "credit_entries" USING btree ("credit_note_id") WHERE "credit_entries"."credit_note_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "credit_notes_created" ON "credit_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_next_try" ON "credit_notes" USING btree ("next_try_at") WHERE "credit_notes"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "credit_notes_unsettled" ON "credit_notes" USING btree ("status","created_at") WHERE "credit_notes"."status" <> 'succeeded';--> statement-breakpoint
CREATE INDEX "disputes_invoice" ON "disputes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("created_at") WHERE "disputes"."status" = 'open';--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_next_try" ON "invoices" USING btree ("next_try_at") WHERE "invoices"."next_try_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_invoice_per_period" ON "invoices" USING btree ("subscription_id","period_start") WHERE "invoices"."status" <> 'void';--> statement-breakpoint
CREATE INDEX "invoices_declined_renewals" ON "invoices" USING btree ("user_id") WHERE "invoices"."status" = 'declined' and "invoices"."reason" = 'renewal' and "invoices"."next_try_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_unpaid_renewals" ON "invoices" USING btree ("expires_at") WHERE "invoices"."status" in ('open', 'declined') and "invoices"."reason" = 'renewal';--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_at") WHERE "invoices"."receipt_number" is not null;--> statement-breakpoint
CREATE INDEX "invoices_buyer" ON "invoices" USING btree (person_search_text("buyer_name", '', null),"receipt_number") WHERE "invoices"."receipt_number" is not null;--> statement-breakpoint
CREATE INDEX "invoices_pending_renewals" ON "invoices" USING btree ("subscription_id") WHERE "invoices"."status" = 'pending' and "invoices"."reason" = 'renewal';--> statement-breakpoint
CREATE INDEX "invoices_discount_code" ON "invoices" USING btree (("discount" ->> 'code'));--> statement-breakpoint
CREATE INDEX "payment_methods_user" ON "payment_methods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_methods_expiring" ON "payment_methods" USING btree ("exp_year","exp_month") WHERE "payment_methods"."reminded_at" is null;--> statement-breakpoint
CREATE INDEX "payment_pages_invoice" ON "payment_pages" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payments_processing" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'processing';--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment" ON "payments" USING btree ("invoice_id") WHERE "payments"."status" in ('requires_action', 'processing', 'succeeded');--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_listed" ON "contact_messages" USING btree (("answered_at" is null),"created_at","id");--> statement-breakpoint
CREATE INDEX "dog_heights_dog" ON "dog_heights" USING btree ("dog_id","measured_on");--> statement-breakpoint
CREATE INDEX "dogs_user" ON "dogs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "content_authors_name" ON "content_authors" USING btree ("name","slug");--> statement-breakpoint
CREATE INDEX "content_entries_newest" ON "content_entries" USING btree ("kind","published_at","slug");--> statement-breakpoint
CREATE INDEX "content_entries_author" ON "content_entries" USING btree ("author","published_at","kind","slug");--> statement-breakpoint
CREATE INDEX "content_entries_import" ON "content_entries" USING btree ("import_id") WHERE "content_entries"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "content_entries_first_slug" ON "content_entries" USING btree ("kind","first_slug") WHERE "content_entries"."first_slug" is not null;--> statement-breakpoint
CREATE INDEX "content_entries_related" ON "content_entries" USING gin ("related");--> statement-breakpoint
CREATE INDEX "content_listed_newest" ON "content_listed" USING btree ("kind","tag","published_at","slug");--> statement-breakpoint
CREATE INDEX "content_redirects_to" ON "content_redirects" USING btree ("kind","to_slug");--> statement-breakpoint
CREATE INDEX "content_texts_show_day" ON "content_texts" USING btree ("kind","slug") WHERE ("content_texts"."details" -> 'showDay') is not null;--> statement-breakpoint
CREATE INDEX "content_texts_search_teaser" ON "content_texts" USING gin ("search_teaser");--> statement-breakpoint
CREATE INDEX "content_texts_search_all" ON "content_texts" USING gin ("search_all");--> statement-breakpoint
CREATE INDEX "content_words_lexeme" ON "content_words" USING btree ("language","lexeme");--> statement-breakpoint
CREATE INDEX "content_words_near" ON "content_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entry_mail_recipients_user" ON "entry_mail_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entry_mails_unsent" ON "entry_mails" USING btree ("requested_at") WHERE "entry_mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "entry_mails_requested_by" ON "entry_mails" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "judge_notes_entry" ON "judge_notes" USING btree ("kind","slug","shown_at");--> statement-breakpoint
CREATE INDEX "judge_notes_waiting" ON "judge_notes" USING btree ("state","written_at");--> statement-breakpoint
CREATE INDEX "ready_marks_user" ON "ready_marks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "secret_previews_made_by" ON "secret_previews" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "studio_drafts_edited_by" ON "studio_drafts" USING btree ("edited_by");--> statement-breakpoint
CREATE INDEX "studio_drafts_deleted" ON "studio_drafts" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "studio_revisions_entry" ON "studio_revisions" USING btree ("kind","slug","at");--> statement-breakpoint
CREATE INDEX "studio_revisions_user" ON "studio_revisions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "weekly_mails_due" ON "weekly_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "member_acts_user" ON "member_acts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "member_acts_created" ON "member_acts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "member_notes_user" ON "member_notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_subscription" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."status" in ('pending', 'active', 'past_due');--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_past_due" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."status" = 'past_due';--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("ends_at") WHERE "subscriptions"."status" in ('active', 'past_due');--> statement-breakpoint
CREATE INDEX "subscriptions_started" ON "subscriptions" USING btree ("started_at") WHERE "subscriptions"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX "subscriptions_ended" ON "subscriptions" USING btree ("ended_at") WHERE "subscriptions"."status" = 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_unconsidered" ON "subscriptions" USING btree ((case when status = 'active' and source = 'purchase' and not cancel_at_period_end and reminded_of is distinct from ends_at and considered_of is distinct from ends_at then ends_at end));--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("ends_at") WHERE "subscriptions"."status" in ('active', 'past_due') and ("subscriptions"."source" <> 'purchase' or "subscriptions"."cancel_at_period_end");--> statement-breakpoint
CREATE INDEX "shelf_items_newest" ON "shelf_items" USING btree ("user_id","type","changed_at");--> statement-breakpoint
CREATE INDEX "shelf_items_read" ON "shelf_items" USING btree ("changed_at","kind","slug") WHERE "shelf_items"."type" = 'place';--> statement-breakpoint
CREATE INDEX "shows_user" ON "shows" USING btree ("user_id","on");--> statement-breakpoint
CREATE INDEX "shows_dog" ON "shows" USING btree ("dog_id");--> statement-breakpoint
CREATE INDEX "training_plans_dog" ON "training_plans" USING btree ("dog_id");
