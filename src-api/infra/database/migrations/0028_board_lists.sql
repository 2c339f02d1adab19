ALTER TABLE "provider_events" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "extended_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_declined_renewals" ON "invoices" USING btree ("user_id") WHERE "invoices"."status" = 'declined' and "invoices"."reason" = 'renewal' and "invoices"."next_try_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_started" ON "subscriptions" USING btree ("started_at") WHERE "subscriptions"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX "subscriptions_ended" ON "subscriptions" USING btree ("ends_at") WHERE "subscriptions"."status" = 'ended';--> statement-breakpoint
CREATE INDEX "contact_messages_listed" ON "contact_messages" USING btree (("answered_at" is null),"created_at","id");