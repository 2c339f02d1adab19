ALTER TABLE "rate_limits" ADD COLUMN "blocked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "max_per_user" integer;--> statement-breakpoint
CREATE INDEX "purchases_discount_code" ON "purchases" USING btree (("discount" ->> 'code'));--> statement-breakpoint
ALTER TABLE "discount_codes" DROP COLUMN "redemptions";