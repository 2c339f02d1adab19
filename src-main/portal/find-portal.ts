import * as z from "zod/mini";
import type { PublicBrand } from "#shared/brand.ts";
import { isEncryptedOrLocal } from "../encrypted-or-local.ts";
import { askPortal, requestBrand } from "../interface-brand.ts";
import { logFailure } from "../log.ts";

/** Why the app cannot be connected to an address; each has its sentence (`desktop.json`). */
export type AddressProblem =
  | "missing"
  | "malformed"
  | "unencrypted"
  | "certificate"
  | "noHttps"
  | "unreachable"
  | "unavailable"
  | "noPortal"
  | "noPortalBelowPath"
  | "failed";

export type FoundPortal = {
  /** `https://portal.example.com` */
  origin: string;
  brand: PublicBrand;
  /** Whether the address led to a page of it: the portal is at the origin. */
  hadPath: boolean;
};

/** The longest address that a form takes. */
export const maxAddressLength = 2_048;

/** Returns the URL that a user means, who may leave out the scheme: https, or http on this computer. */
function urlOf(text: string): URL | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.parse(text);
  const local = URL.parse(`http://${text}`);
  return local && isEncryptedOrLocal(local) ? local : URL.parse(`https://${text}`);
}

/** Parses an address as a user types or pastes it. */
export function parseAddress(
  text: string,
): Pick<FoundPortal, "origin" | "hadPath"> | AddressProblem {
  const typed = text.trim();
  if (typed === "") return "missing";
  const url = typed.length > maxAddressLength || /\s/.test(typed) ? null : urlOf(typed);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    return "malformed";
  }
  if (!isEncryptedOrLocal(url)) return "unencrypted";
  return { origin: url.origin, hadPath: url.pathname + url.search !== "/" };
}

const healthSchema = z.object({ status: z.literal("ok"), version: z.string() });

/** Returns the problem that a failed request tells of, by its status or Chromium's names of network errors. */
function problemOf(error: unknown): AddressProblem {
  if (!(error instanceof Error)) return "noPortal";
  if (typeof error.cause === "number" && error.cause >= 500) return "unavailable";
  if (/net::ERR_CERT/.test(error.message)) return "certificate";
  if (/net::ERR_(SSL|BAD_SSL)/.test(error.message)) return "noHttps";
  return /net::ERR_/.test(error.message) || error.name === "TimeoutError"
    ? "unreachable"
    : "noPortal";
}

/**
 * Looks for the portal at an address: its health and its brand answer as those of a portal do. Neither request carries any
 * credentials. Resolves with the problem if there is none.
 */
export async function findPortal(text: string): Promise<FoundPortal | AddressProblem> {
  const address = parseAddress(text);
  if (typeof address === "string") return address;
  const { origin, hadPath } = address;
  try {
    const health = await askPortal(`${origin}/api/health`);
    healthSchema.parse(await health.json());
    return { origin, hadPath, brand: await requestBrand(origin) };
  } catch (error) {
    const problem = problemOf(error);
    logFailure("There is no portal at the address", error);
    return problem === "noPortal" && hadPath ? "noPortalBelowPath" : problem;
  }
}
