import * as z from "zod/mini";
import { entrySchema } from "./api/library.ts";
import { listShows } from "./api/show-day.ts";
import { listTraining } from "./api/training.ts";
import { languages } from "./languages.ts";

/**
 * What a device keeps for reading without a connection: docs/decisions/0033-offline-shelf.md. Times are
 * ms since 1970 by the device's clock.
 */

/** Until when, and for whom, the kept content may be read. */
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
export const withoutSignatures = (text: string): string => text.replaceAll(signedAddress, "$1");

/** An entry as the API returned it, without signed addresses. */
export const offlineEntrySchema = z.object({
  userId: z.string(),
  entry: entrySchema,
  keptAt: z.number(),
  isSaved: z.boolean(),
  /** When it was last opened on this device; 0 if never. */
  openedAt: z.number(),
  /** Of the text and its images. */
  bytes: z.number(),
});
export type OfflineEntry = z.infer<typeof offlineEntrySchema>;

/** A video whose file is kept, in parts. It counts once all of them are there. */
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

/** An answer about the member, as the API returned it. */
export type OfflineAnswer<Answer> = { userId: string; answer: Answer; keptAt: number };

const answerOf = <Answer extends z.ZodMiniType>(answer: Answer) =>
  z.object({ userId: z.string(), answer, keptAt: z.number() });

/** The member's shows and their countdowns. */
export const offlineShowsSchema = answerOf(listShows.answer);
export type OfflineShows = z.infer<typeof offlineShowsSchema>;

/** What the member follows and has to train next. */
export const offlineTrainingSchema = answerOf(listTraining.answer);
