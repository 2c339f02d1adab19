CREATE TABLE "judge_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"shown_text" text,
	"shown_language" text,
	"shown_at" timestamp with time zone,
	CONSTRAINT "judge_notes_one" UNIQUE("user_id","kind","slug"),
	CONSTRAINT "judge_notes_kind" CHECK ("judge_notes"."kind" in ('articles', 'videos')),
	CONSTRAINT "judge_notes_language" CHECK ("judge_notes"."language" in ('en', 'pl')),
	CONSTRAINT "judge_notes_state" CHECK ("judge_notes"."state" in ('waiting', 'approved', 'rejected')),
	CONSTRAINT "judge_notes_shown_language" CHECK ("judge_notes"."shown_language" in ('en', 'pl')),
	CONSTRAINT "judge_notes_shown" CHECK (num_nonnulls("judge_notes"."shown_text", "judge_notes"."shown_language", "judge_notes"."shown_at") in (0, 3)),
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
ALTER TABLE "judge_notes" ADD CONSTRAINT "judge_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ready_marks" ADD CONSTRAINT "ready_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ready_marks" ADD CONSTRAINT "ready_marks_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judge_notes_entry" ON "judge_notes" USING btree ("kind","slug","shown_at");--> statement-breakpoint
CREATE INDEX "judge_notes_waiting" ON "judge_notes" USING btree ("state","written_at");--> statement-breakpoint
CREATE INDEX "ready_marks_user" ON "ready_marks" USING btree ("user_id");