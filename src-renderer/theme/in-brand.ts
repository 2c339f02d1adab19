import brand from "#brand/brand.json";
import { colourerOf } from "./colourer.ts";

/** Returns a colour of the drawings as this installation's brand has it. */
export const inBrand = colourerOf(brand.colours);
