CREATE TABLE "shelf_items" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"place" jsonb,
	"is_removed" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shelf_items_user_id_type_kind_slug_pk" PRIMARY KEY("user_id","type","kind","slug"),
	CONSTRAINT "shelf_items_type" CHECK ("shelf_items"."type" in ('saved', 'place')),
	CONSTRAINT "shelf_items_kind" CHECK ("shelf_items"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "shelf_visits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"previous_visit_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "shelf_items" ADD CONSTRAINT "shelf_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_visits" ADD CONSTRAINT "shelf_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shelf_items_newest" ON "shelf_items" USING btree ("user_id","type","changed_at");