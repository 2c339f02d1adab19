import * as z from "zod/mini";
import { languages } from "./languages.ts";
import { routeIds } from "./routes.ts";

/** Name of the file with them, in the folder of the built renderer. */
export const routeFilesName = ".vite/route-files.json";

/**
 * Paths of the built files that the first screen of a route needs besides those in index.html, by
 * language. Only routes of the member area have an entry.
 */
export const routeFilesSchema = z.partialRecord(
  z.enum(routeIds),
  z.record(z.enum(languages), z.array(z.string())),
);

export type RouteFiles = z.infer<typeof routeFilesSchema>;
