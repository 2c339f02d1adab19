import brandJson from "../resources/brand/brand.json" with { type: "json" };
import { brandSchema } from "../src-shared/brand.ts";

/** The brand that the app was built with. */
export const brand = brandSchema.parse(brandJson);
