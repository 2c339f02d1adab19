ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_language" CHECK ("sign_ups"."language" in ('en', 'pl'));--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_plan" CHECK ("sign_ups"."plan" in ('monthly', 'yearly'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_roles" CHECK ("users"."roles" <@ array['ROLE_ADMIN', 'ROLE_USER', 'ROLE_JUDGE', 'ROLE_REVIEWER']::text[]);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language" CHECK ("users"."language" in ('en', 'pl'));--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_status" CHECK ("charges"."status" in ('settling', 'settled', 'failed'));--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_kind" CHECK ("discount_codes"."kind" in ('percent', 'amount'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_kind" CHECK ("products"."kind" in ('membership', 'extra'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_period" CHECK ("products"."period" in ('monthly', 'yearly'));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_status" CHECK ("purchases"."status" in ('open', 'pending', 'paid', 'declined'));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_period" CHECK ("purchases"."period" in ('monthly', 'yearly'));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_origin" CHECK ("purchases"."origin" in ('checkout', 'subscribe', 'registration-payment'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_source" CHECK ("subscriptions"."source" in ('purchase', 'grant'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'active', 'ended'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_period" CHECK ("subscriptions"."period" in ('monthly', 'yearly'));--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_language" CHECK ("contact_messages"."language" in ('en', 'pl'));--> statement-breakpoint
ALTER TABLE "content_entries" ADD CONSTRAINT "content_entries_kind" CHECK ("content_entries"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'));--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_kind" CHECK ("content_texts"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'));--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_language" CHECK ("content_texts"."language" in ('en', 'pl'));