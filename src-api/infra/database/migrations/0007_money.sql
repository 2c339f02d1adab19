ALTER TABLE "payment_methods" ALTER COLUMN "brand" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "last4" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "exp_month" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "exp_year" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "kind" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "way" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_kind" CHECK ("payment_methods"."kind" in ('card', 'sepa_debit', 'paypal', 'link'));--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_card" CHECK ("payment_methods"."kind" <> 'card' or num_nulls("payment_methods"."brand", "payment_methods"."last4", "payment_methods"."exp_month", "payment_methods"."exp_year") = 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_way" CHECK ("payments"."way" in ('card', 'sepa_debit', 'paypal', 'link', 'blik', 'p24'));