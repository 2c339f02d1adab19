import type { FastifyInstance } from "fastify";
import {
  type BuyerDetails,
  changeBuyerDetails,
  getBuyerDetails,
} from "#shared/api/buyer-details.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { buyerDetails, type Invoice } from "./schema.ts";

const noDetails: BuyerDetails = { name: "", address: "", country: "", taxNumber: "" };

/** Returns what a user wants on receipts; null without anything. */
export async function findBuyerDetails(
  database: Database,
  userId: string,
): Promise<BuyerDetails | null> {
  const { name, address, country, taxNumber, userId: id } = buyerDetails;
  const [row] = await database
    .select({ name, address, country, taxNumber })
    .from(buyerDetails)
    .where(eq(id, userId));
  return row ?? null;
}

/** Returns the buyer as receipts of an invoice name them. */
export function buyerOf({
  buyer,
  buyerName,
  buyerEmail: email,
}: Pick<Invoice, "buyer" | "buyerName" | "buyerEmail">) {
  const { name = "", address = "", country = "", taxNumber = "" } = buyer ?? {};
  return {
    name: name || buyerName,
    email,
    ...(address && { address }),
    ...(country && { country }),
    ...(taxNumber && { taxId: taxNumber }),
  };
}

/**
 * Returns whether a number has the form of one that a country gives, with or without the letters of the country before it. Countries
 * that are not known have any form.
 */
async function hasFormOf(country: string, number: string): Promise<boolean> {
  const { stdnum } = await import("stdnum"); // three hundred files, which few requests need
  const forms = Object.values(stdnum[country] ?? {});
  const prefix = country === "GR" ? "EL" : country;
  const bare = number.toUpperCase().startsWith(prefix) ? number.slice(prefix.length) : number;
  return (
    forms.length === 0 ||
    forms.some((form) => form.validate(number).isValid || form.validate(bare.trim()).isValid)
  );
}

async function storeDetails(
  database: Database,
  userId: string,
  { details, updatedAt }: { details: BuyerDetails; updatedAt: Date },
): Promise<void> {
  if (details.country === "") {
    await database.delete(buyerDetails).where(eq(buyerDetails.userId, userId));
    return;
  }
  const set = { ...details, updatedAt };
  await database
    .insert(buyerDetails)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: buyerDetails.userId, set });
}

/** Serves what users want on their receipts (docs/decisions/0066-tax-and-buyers-details.md). */
export async function buyerDetailsRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(
    app,
    getBuyerDetails,
    async (_, request) =>
      (await findBuyerDetails(database, requireUser(request).userId)) ?? noDetails,
  );

  serve(app, changeBuyerDetails, async ({ body: details }, request) => {
    const { userId } = requireUser(request);
    const { country, taxNumber } = details;
    if (taxNumber !== "" && !(await hasFormOf(country, taxNumber))) {
      throw new ApiError("validation", { fields: { taxNumber: "forms:taxNumber" } });
    }
    await storeDetails(database, userId, { details, updatedAt: now() });
    return details;
  });
}
