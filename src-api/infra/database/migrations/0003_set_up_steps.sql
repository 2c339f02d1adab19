CREATE TABLE "set_up_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "set_up_steps_step" CHECK ("set_up_steps"."step" in ('factor', 'seller', 'legal', 'mail', 'payments', 'prices', 'entry')),
	CONSTRAINT "set_up_steps_state" CHECK ("set_up_steps"."state" in ('done', 'skipped'))
);
