CREATE TABLE "skipped_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"skipped_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "set_up_steps" DROP CONSTRAINT "set_up_steps_step";--> statement-breakpoint
ALTER TABLE "skipped_factors" ADD CONSTRAINT "skipped_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_up_steps" ADD CONSTRAINT "set_up_steps_step" CHECK ("set_up_steps"."step" in ('factor', 'seller', 'offer', 'prices', 'mail', 'payments', 'legal', 'entry'));
