import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "#shared/languages.ts";
import {
  routeFilesName,
  routeFilesSchema,
  type RouteFiles,
  withHints,
} from "#shared/route-files.ts";
import type { RouteId } from "#shared/routes.ts";

/** Returns which files the routes of a built renderer need; none if its build did not write that down. */
export async function readRouteFiles(folder: string): Promise<RouteFiles> {
  try {
    return routeFilesSchema.parse(JSON.parse(await readFile(join(folder, routeFilesName), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { routes: {} };
    throw error;
  }
}

/** Returns a page's HTML with hints for the files of its route: they load with the shell, not one after another. */
export function withRouteFiles(
  html: string,
  files: RouteFiles,
  { id, language }: { id: RouteId | null; language: Language },
): string {
  return withHints(html, (id && files.routes[id]?.[language]) ?? []);
}
