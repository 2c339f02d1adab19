import * as z from "zod/mini";
import { languages } from "./languages.ts";
import { routeIds } from "./routes.ts";

/** Name of the file with them, in the folder of the built renderer. */
export const routeFilesName = ".vite/route-files.json";

/** Paths of built files besides those in index.html. */
export const routeFilesSchema = z.object({
  /** What the first screen of a route needs, by language. */
  routes: z.partialRecord(z.enum(routeIds), z.record(z.enum(languages), z.array(z.string()))),
});

export type RouteFiles = z.infer<typeof routeFilesSchema>;
