import type { LightMyRequestResponse as Response } from "fastify";
import { syncContent } from "#api/infra/content-folder/sync-content.ts";
import { contentSyncs } from "#api/modules.ts";
import type { AppOptions } from "#api/app.ts";
import type { Config } from "#api/config.ts";
import type { Portal } from "#api/portal.ts";
import { sampleContent } from "./sample-content.ts";
import { signEverybodyIn, type Person } from "./people.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createTestPortal, type TestPortal } from "./test-portal.ts";

/** A portal with content and one signed-in user of each kind, at 2026-03-01T14:00:00Z. */
export type ContentPortal = TestPortal & {
  /** Sends a GET request for a path below `/api` as one of these users. */
  get(path: string, as?: Person, headers?: Record<string, string>): Promise<Response>;
  /** Sends another request to such a path. */
  send(
    method: "POST" | "PUT" | "DELETE" | "GET",
    path: string,
    as: Person,
    payload?: object,
  ): Promise<Response>;
  headersOf: Record<Person, Record<string, string>>;
};

/** Brings a portal in line with a content folder, as the start of the server does. */
export const syncFolder = (portal: Portal, folder: string) =>
  syncContent(contentSyncs(portal, folder));

/** Lets a portal be asked as the users whose headers are given. */
export const withCallers = (
  testPortal: TestPortal,
  headersOf: ContentPortal["headersOf"],
): ContentPortal => ({
  ...testPortal,
  headersOf,
  get: (path, as = "visitor", headers = {}) =>
    testPortal.app.inject({ url: `/api${path}`, headers: { ...headersOf[as], ...headers } }),
  send: (method, path, as, payload) =>
    testPortal.app.inject({
      method,
      url: `/api${path}`,
      headers: headersOf[as],
      ...(payload && { payload }),
    }),
});

/** Starts a portal with `files` as its content folder. Close it afterwards. */
export async function createContentPortal(
  files = sampleContent,
  options: AppOptions = {},
  config: Partial<Config> = {},
): Promise<ContentPortal> {
  const folder = await temporaryFolder();
  await folder.write(files);
  const testPortal = await createTestPortal({ contentDir: folder.path, ...config }, options);
  await syncFolder(testPortal.portal, folder.path);
  const headersOf = await signEverybodyIn(testPortal);
  return {
    ...withCallers(testPortal, headersOf),
    close: async () => {
      await testPortal.close();
      await folder.remove();
    },
  };
}
