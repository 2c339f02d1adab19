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
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_mail_id_entry_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."entry_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_mail_recipients" ADD CONSTRAINT "entry_mail_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_mails" ADD CONSTRAINT "entry_mails_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "entry_mail_recipients_user" ON "entry_mail_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entry_mails_unsent" ON "entry_mails" USING btree ("requested_at") WHERE "entry_mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "entry_mails_requested_by" ON "entry_mails" USING btree ("requested_by");