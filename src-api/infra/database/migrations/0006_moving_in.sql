CREATE TABLE "bounced_addresses" (
	"email" text PRIMARY KEY NOT NULL,
	"bounced_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"mails" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "login_codes" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"code_sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_codes_language" CHECK ("login_codes"."language" ~ '^[a-z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "foreign_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"customer" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "foreign_customers_customer" UNIQUE("provider","customer")
);
--> statement-breakpoint
CREATE TABLE "foreign_subscriptions" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"period_end" timestamp with time zone,
	"taken_over_at" timestamp with time zone,
	CONSTRAINT "foreign_subscriptions_provider_reference_pk" PRIMARY KEY("provider","reference"),
	CONSTRAINT "foreign_subscriptions_status" CHECK ("foreign_subscriptions"."status" in ('alive', 'ending', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "take_overs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"failed" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_reminders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"enqueued_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_import_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text,
	"notices" jsonb,
	"user_id" uuid,
	CONSTRAINT "member_import_lines_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "member_import_lines_outcome" CHECK ("member_import_lines"."outcome" in ('created', 'changed', 'unchanged', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "member_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"file_name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"state" text NOT NULL,
	"lines" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "member_imports_state" CHECK ("member_imports"."state" in ('draft', 'running', 'done'))
);
--> statement-breakpoint
CREATE TABLE "member_labels" (
	"user_id" uuid NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "member_labels_user_id_label_pk" PRIMARY KEY("user_id","label")
);
--> statement-breakpoint
CREATE TABLE "former_readers" (
	"email_hash" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reader_requests" (
	"email" text PRIMARY KEY NOT NULL,
	"language" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reader_requests_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "reader_requests_language" CHECK ("reader_requests"."language" ~ '^[a-z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "readers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"language" text NOT NULL,
	"source" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "readers_email_unique" UNIQUE("email"),
	CONSTRAINT "readers_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "readers_language" CHECK ("readers"."language" ~ '^[a-z]{2}$'),
	CONSTRAINT "readers_source" CHECK ("readers"."source" in ('import', 'registration', 'account', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"path" text PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "redirects_origin" CHECK ("redirects"."origin" in ('admin', 'file', 'import'))
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_purpose";--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_factors";--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" DROP CONSTRAINT "entry_mail_recipients_mail_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mails" ALTER COLUMN "kind" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mails" ALTER COLUMN "slug" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD COLUMN "by" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "wants_news" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD COLUMN "reader_id" uuid;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD COLUMN "announcement_id" uuid;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD COLUMN "audience" text DEFAULT 'weekly' NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD COLUMN "body" text DEFAULT 'teaser' NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD COLUMN "left_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD COLUMN "refused" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_customers" ADD CONSTRAINT "foreign_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_subscriptions" ADD CONSTRAINT "foreign_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_import_lines" ADD CONSTRAINT "member_import_lines_import_id_member_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."member_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_import_lines" ADD CONSTRAINT "member_import_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_labels" ADD CONSTRAINT "member_labels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readers" ADD CONSTRAINT "readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_sent" ON "invitations" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "login_codes_email" ON "login_codes" USING btree ("email");--> statement-breakpoint
CREATE INDEX "login_codes_expiry" ON "login_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "foreign_subscriptions_user" ON "foreign_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "foreign_subscriptions_alive" ON "foreign_subscriptions" USING btree ("user_id") WHERE "foreign_subscriptions"."status" = 'alive';--> statement-breakpoint
CREATE INDEX "member_import_lines_user" ON "member_import_lines" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "member_imports_created" ON "member_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "member_labels_label" ON "member_labels" USING btree ("label");--> statement-breakpoint
CREATE INDEX "reader_requests_expiry" ON "reader_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "readers_consented" ON "readers" USING btree ("consented_at");--> statement-breakpoint
CREATE INDEX "redirects_origin" ON "redirects" USING btree ("origin");--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_reader_id_readers_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."readers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_mail_recipients_reader" ON "entry_mail_recipients" USING btree ("reader_id");--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_once" UNIQUE("mail_id","user_id");--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_reader_once" UNIQUE("mail_id","reader_id");--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_announcement_id_unique" UNIQUE("announcement_id");--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_by" CHECK ("login_challenges"."by" in ('password', 'mail'));--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_purpose" CHECK ("one_time_tokens"."purpose" in ('enrol-factor', 'invitation', 'reset-password', 'secure-account', 'undo-email-change'));--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_factors" CHECK ("sessions"."factors" in ('password', 'password+totp', 'password+recovery', 'passkey', 'mail', 'mail+totp', 'mail+recovery'));--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_person" CHECK (num_nonnulls("entry_mail_recipients"."user_id", "entry_mail_recipients"."reader_id") = 1);--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_audience" CHECK ("entry_mails"."audience" in ('weekly', 'agreed', 'members', 'not-members'));--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_body" CHECK ("entry_mails"."body" in ('teaser', 'whole'));--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_subject" CHECK (num_nonnulls("entry_mails"."slug", "entry_mails"."announcement_id") = 1);