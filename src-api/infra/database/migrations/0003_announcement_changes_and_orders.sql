ALTER TABLE "announcements" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (person_search_text("name", '', null),"id");--> statement-breakpoint
CREATE INDEX "invoices_buyer" ON "invoices" USING btree (person_search_text("buyer_name", '', null),"receipt_number") WHERE "invoices"."receipt_number" is not null;