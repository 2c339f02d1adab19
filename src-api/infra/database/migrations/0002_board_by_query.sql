-- With their triggers. A new database has none of them.
DROP FUNCTION IF EXISTS count_subscription, count_invoice, count_credit_note, count_contact_message, count_reading, notify_figures CASCADE;--> statement-breakpoint
DROP FUNCTION IF EXISTS count_figures_again;--> statement-breakpoint
DROP TABLE "figure_changes";--> statement-breakpoint
DROP TABLE "figures";--> statement-breakpoint
CREATE INDEX "shelf_items_read" ON "shelf_items" USING btree ("changed_at","kind","slug") WHERE "shelf_items"."type" = 'place';
