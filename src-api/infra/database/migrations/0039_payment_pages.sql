CREATE TABLE "payment_pages" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"invoice_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_pages_provider_reference_pk" PRIMARY KEY("provider","reference")
);
--> statement-breakpoint
ALTER TABLE "payment_pages" ADD CONSTRAINT "payment_pages_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_pages_invoice" ON "payment_pages" USING btree ("invoice_id");
--> statement-breakpoint
-- Pages that may still be open: they live for a day at most.
INSERT INTO "payment_pages" ("provider", "reference", "invoice_id", "opened_at")
SELECT "provider", "provider_reference", "id", "created_at" FROM "invoices"
WHERE "provider_reference" IS NOT NULL AND "expires_at" > now() - interval '2 days'
ON CONFLICT DO NOTHING;
