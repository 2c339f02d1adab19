import * as z from "zod/mini";
import { isCountry } from "../brand.ts";
import { endpoint } from "./endpoint.ts";
import { message, optionalText } from "./fields.ts";

const country = z.string().check(
  z.maxLength(2, message.country),
  z.refine((code) => code === "" || isCountry(code), { error: message.country }),
);

/** What a buyer wants on receipts besides the name and the address of the account; "" for what is not given. */
export const buyerDetailsSchema = z
  .object({
    /** A person or a company; "": the name of the account. */
    name: optionalText(200),
    /** Lines of text, without the country. */
    address: optionalText(400),
    /** ISO 3166. It decides on the tax that prices contain, so nothing is stored without it. */
    country,
    /** Number for taxes, as the buyer writes it. */
    taxNumber: optionalText(40),
  })
  .check(
    z.refine(
      ({ name, address, country: chosen, taxNumber }) =>
        chosen !== "" || (name === "" && address === "" && taxNumber === ""),
      { error: message.required, path: ["country"] },
    ),
  );
export type BuyerDetails = z.output<typeof buyerDetailsSchema>;

/** Returns the user's details; all of them are "" where none are stored. */
export const getBuyerDetails = endpoint({
  method: "GET",
  path: "/buyer-details",
  summary: "Get what the user wants on receipts",
  access: "user",
  answer: buyerDetailsSchema,
});

/**
 * Changes what receipts to come say, and renewals are taxed by; orders that are open keep what they began with. Without a country
 * everything is deleted. 400 `validation` names the field: `taxNumber` for one that has not the form of its country.
 */
export const changeBuyerDetails = endpoint({
  method: "PUT",
  path: "/buyer-details",
  summary: "Change what the user wants on receipts",
  access: "user",
  body: buyerDetailsSchema,
  answer: buyerDetailsSchema,
});
