ALTER TABLE "shelf_items" DROP CONSTRAINT "shelf_items_type";--> statement-breakpoint
ALTER TABLE "shelf_items" DROP CONSTRAINT "shelf_items_user_id_type_kind_slug_pk";--> statement-breakpoint
ALTER TABLE "shelf_items" ADD COLUMN "item" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_items" ADD CONSTRAINT "shelf_items_user_id_type_kind_slug_item_pk" PRIMARY KEY("user_id","type","kind","slug","item");--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "tick_times" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_items" ADD CONSTRAINT "shelf_items_type" CHECK ("shelf_items"."type" in ('saved', 'place', 'tick'));