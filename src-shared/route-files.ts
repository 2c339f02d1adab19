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

const hint = (file: string): string =>
  file.endsWith(".js")
    ? `<link rel="modulepreload" crossorigin href="${file}" />`
    : `<link rel="preload" as="image" href="${file}" />`;

/** Returns a page's HTML with hints for built files: they load together with the entry. */
export function withHints(html: string, files: readonly string[]): string {
  if (files.length === 0) return html;
  return html.replace("</head>", () => `  ${files.map(hint).join("\n    ")}\n  </head>`);
}
