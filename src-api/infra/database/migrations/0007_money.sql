CREATE TABLE "cancellation_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"subscription_id" uuid,
	"sku" text,
	"reason" text,
	"text" text,
	"offer_taken" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cancellation_reasons_reason" CHECK ("cancellation_reasons"."reason" in ('too-expensive', 'no-time', 'not-as-expected', 'technical-problems', 'only-for-a-while')),
	CONSTRAINT "cancellation_reasons_offer_taken" CHECK ("cancellation_reasons"."offer_taken" in ('yearly', 'pause'))
);
--> statement-breakpoint
ALTER TABLE "cancellation_reasons" ADD CONSTRAINT "cancellation_reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_reasons" ADD CONSTRAINT "cancellation_reasons_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellation_reasons_user" ON "cancellation_reasons" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cancellation_reasons_subscription" ON "cancellation_reasons" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "cancellation_reasons_created" ON "cancellation_reasons" USING btree ("created_at");