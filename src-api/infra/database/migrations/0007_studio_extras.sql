ALTER TABLE "products" ADD COLUMN "origin" text DEFAULT 'brand' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "stored_file" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_origin" CHECK ("products"."origin" in ('brand', 'portal'));