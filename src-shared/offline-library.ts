import * as z from "zod/mini";
import { languages } from "./languages.ts";

/**
 * What a device stores for reading without a connection: docs/decisions/0033-offline-shelf.md. Times are
 * ms since 1970 by the device's clock.
 */

/** Until when, and by whom, the stored content may be read. */
export const leaseSchema = z.object({
  userId: z.string(),
  /** Hash of the session's token: the content is read by nobody else's session. */
  session: z.number(),
  issuedAt: z.number(),
  until: z.number(),
  /** The latest time that this device has shown: a clock before it was turned back. */
  lastSeen: z.number(),
  /** False if the user wants no texts on this device. */
  keepsTexts: z.boolean(),
});
export type Lease = z.infer<typeof leaseSchema>;

/** A signed address of the API within a text: its path, and the query with session and signature. */
const signedAddress = /(\/api\/[^\s?()"'<>]+)\?[^\s()"'<>]*signature=[^\s()"'<>]*/g;

/** Returns the signed addresses in a text, by the paths that `withoutSignatures` leaves of them. */
export const signedAddresses = (text: string): Map<string, string> =>
  new Map([...text.matchAll(signedAddress)].map(([address, path = ""]) => [path, address]));

/** Returns a text without the signatures of addresses: they expire, and nobody else may use them. */
const withoutSignatures = (text: string): string => text.replaceAll(signedAddress, "$1");

/**
 * Returns an answer as it is stored, as JSON: without the addresses of files (a drawing stands in for a still, for example),
 * and with bare paths in texts.
 */
export const withoutSignedAddresses = (answer: unknown): string =>
  JSON.stringify(answer, (name, value: unknown) => {
    if (name === "media") return undefined;
    if (typeof value !== "string") return value;
    return value.replace(signedAddress, "") === "" ? "" : withoutSignatures(value);
  });

/** An answer as the API gave it, without signed addresses. */
export const storedAnswerSchema = z.object({
  userId: z.string(),
  /** Path of the endpoint. */
  path: z.string(),
  data: z.unknown(),
  /** When the API gave it. */
  keptAt: z.number(),
  /** When it was last on screen on this device; 0 if never. */
  openedAt: z.number(),
  /** Of the text, and of the images of an entry. */
  bytes: z.number(),
});
export type StoredAnswer = z.infer<typeof storedAnswerSchema>;

/** A video whose file is stored in parts. It counts once all of them are there. */
export const offlineVideoSchema = z.object({
  userId: z.string(),
  slug: z.string(),
  title: z.string(),
  type: z.string(),
  framesPerSecond: z.optional(z.number()),
  bytes: z.number(),
  parts: z.number(),
  isComplete: z.boolean(),
  captions: z.array(z.object({ language: z.enum(languages), text: z.string() })),
});
export type OfflineVideo = z.infer<typeof offlineVideoSchema>;
