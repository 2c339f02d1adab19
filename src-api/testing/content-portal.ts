import type { LightMyRequestResponse as Response } from "fastify";
import { importContent } from "../modules/library/sync/import-content.ts";
import { sampleContent } from "./sample-content.ts";
import { signEverybodyIn, type Person } from "./people.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createTestPortal, type TestPortal } from "./test-portal.ts";

/** A portal with content and everybody signed in, at 2026-03-01T14:00:00Z. */
export type ContentPortal = TestPortal & {
  /** GET of a path below `/api`, as one of the people. */
  get(path: string, as?: Person, headers?: Record<string, string>): Promise<Response>;
  headersOf: Record<Person, Record<string, string>>;
};

/** Starts it with `files` as its content folder. Close it afterwards. */
export async function createContentPortal(files = sampleContent): Promise<ContentPortal> {
  const folder = await temporaryFolder();
  await folder.write(files);
  const it = await createTestPortal({}, { contentFolder: folder.path });
  await importContent(it.portal.database, folder.path);
  const headersOf = await signEverybodyIn(it);
  return {
    ...it,
    headersOf,
    get: (path, as = "visitor", headers = {}) =>
      it.app.inject({ url: `/api${path}`, headers: { ...headersOf[as], ...headers } }),
    close: async () => {
      await it.close();
      await folder.remove();
    },
  };
}
