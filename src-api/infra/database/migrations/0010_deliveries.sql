CREATE TABLE "deliveries" (
	"invoice_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"quantity" integer NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"scheduled_for" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_invoice_id_sku_pk" PRIMARY KEY("invoice_id","sku"),
	CONSTRAINT "deliveries_kind" CHECK ("deliveries"."kind" in ('file', 'place', 'appointment', 'report')),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('ready', 'requested', 'scheduled', 'done', 'cancelled')),
	CONSTRAINT "deliveries_scheduled" CHECK ("deliveries"."state" <> 'scheduled' or "deliveries"."scheduled_for" is not null),
	CONSTRAINT "deliveries_completed" CHECK ("deliveries"."completed" between 0 and "deliveries"."quantity")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "delivered_as" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "file" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_delivered_as" CHECK ("products"."delivered_as" in ('file', 'place', 'appointment', 'report'));