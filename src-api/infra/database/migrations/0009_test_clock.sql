CREATE TABLE "test_clock" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ahead" bigint NOT NULL,
	CONSTRAINT "test_clock_one_row" CHECK ("test_clock"."only"),
	CONSTRAINT "test_clock_not_back" CHECK ("test_clock"."ahead" >= 0)
);
