import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { rename } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { explainFailure } from "./cli/explain-failure.ts";
import { readConfig, type Config } from "./config.ts";
import { startServer, type RunningServer } from "./server.ts";
import { sampleContent } from "./testing/sample-content.ts";
import { sampleRenderer } from "./testing/sample-renderer.ts";
import { temporaryFolder, type TemporaryFolder } from "./testing/temporary-folder.ts";

/** Files below a folder. */
const prefixed = (prefix: string, files: Record<string, string | Buffer | null>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [prefix + name, file]));

let folder: TemporaryFolder;
let config: Config;
let server: RunningServer;
const rendererFolder = () => `${folder.path}/renderer`;
beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [name, file] of Object.entries(sampleRenderer)) {
    await folder.write({ [`renderer/${name}`]: file });
  }
  config = readConfig({ DATA_DIR: `${folder.path}/data`, PORT: "0", LOG_LEVEL: "silent" });
  server = await startServer(config, { rendererFolder: rendererFolder() });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

// Only with the embedded database, whose folder these tests are about.
describe.skipIf(inject("databaseUrl") !== null)("a started server", () => {
  test("serves pages, API and content at the reported address", async () => {
    expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${server.origin}/about`)).text()).toContain('<div id="root">');
    const list = await (await fetch(`${server.origin}/api/content/articles`)).json();
    expect(list).toMatchObject({ total: expect.any(Number), items: expect.any(Array) });
    expect(server.demo?.accounts).toHaveLength(5);
  });

  test("uses that address in mails and previews if no public one is configured", async () => {
    expect(server.portal.config.publicUrl).toBe(server.origin);
    const page = await (await fetch(`${server.origin}/about`)).text();
    expect(page).toContain(`<link rel="canonical" href="${server.origin}/about" />`);
    expect(config.publicUrl).toBeNull();
  });

  test("refuses a file as its content folder in words that name the setting and the file", async () => {
    const contentDir = `${folder.path}/renderer/index.html`;
    const failure: unknown = await startServer(
      { ...config, dataDir: `${folder.path}/other`, contentDir },
      { rendererFolder: null },
    ).catch((error: unknown) => error);
    expect(explainFailure(failure, config)).toBe(
      `${contentDir} (CONTENT_DIR) is a file, and has to be a folder. Name the folder that has tags.json and the folders of entries, or remove CONTENT_DIR.`,
    );
  });

  test("refuses to start without the key that sealed its data, and leaves nothing open", async () => {
    const key = `${config.dataDir}/data-key`;
    await server.close();
    await rename(key, `${folder.path}/lost`);
    const failure: unknown = await startServer(config, { rendererFolder: null }).catch(
      (error: unknown) => error,
    );
    expect(explainFailure(failure, config)).toContain(`data-key, is missing in ${config.dataDir}`);
    await rename(`${folder.path}/lost`, key);
    server = await startServer(config, { rendererFolder: rendererFolder() });
  });

  test("refuses to start without the demo while its password opens accounts", async () => {
    const real = readConfig({
      DATA_DIR: config.dataDir,
      SEED_DEMO: "0",
      PORT: "0",
      LOG_LEVEL: "silent",
    });
    await server.close();
    const failure: unknown = await startServer(real, { rendererFolder: null }).catch(
      (error: unknown) => error,
    );
    expect(explainFailure(failure, real)).toContain("npm run users -- remove-demo");
    server = await startServer(config, { rendererFolder: rendererFolder() });
  });

  test("blocks a second server on the same data, and keeps running", async () => {
    const second = startServer(config, { rendererFolder: null });
    expect(explainFailure(await second.catch((error: unknown) => error), config)).toBe(
      `Another process uses ${config.dataDir} (DATA_DIR): an instance of the portal, or a command. Stop it, or give each instance a DATA_DIR of its own.`,
    );
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
  });

  test("reports a port in use and leaves nothing open", async () => {
    const other = createServer();
    await once(other.listen(0, "127.0.0.1"), "listening");
    const { port } = other.address() as AddressInfo; // listens on a port
    const configOfUsedPort = { ...config, port };
    await server.close();
    const failure: unknown = await startServer(configOfUsedPort, { rendererFolder: null }).catch(
      (error: unknown) => error,
    );
    other.close();
    expect(explainFailure(failure, configOfUsedPort)).toMatch(
      `Port ${port} on 127.0.0.1 is in use`,
    );
    server = await startServer(config, { rendererFolder: rendererFolder() });
  });

  test("refuses to start with a wrong content file, names it, and leaves nothing open", async () => {
    await server.close();
    await folder.write({
      ...prefixed("content/", sampleContent),
      "content/blog/a-diary/en.md": "Hello",
    });
    const wrong = { ...config, contentDir: `${folder.path}/content` };
    const failure: unknown = await startServer(wrong, { rendererFolder: null }).catch(
      (error: unknown) => error,
    );
    expect(explainFailure(failure, wrong)).toMatch(
      /^blog\/a-diary\/en\.md: title: .*\n.* content folder .* \(CONTENT_DIR\)\. /,
    );
    server = await startServer(config, { rendererFolder: rendererFolder() });
  });

  test("keeps its data after a restart", async () => {
    const { demo } = server;
    await server.close();
    server = await startServer(config, { rendererFolder: rendererFolder() });
    expect(server.demo).toEqual(demo);
  });
});

describe("a failed start", () => {
  test.each([
    [{ PORT: "http" }, "The environment variable PORT has to be a port number, 0 to 65535."],
    [
      { DATABASE_URL: "mysql://x" },
      /^The environment variable DATABASE_URL has to be an address such as/,
    ],
    [{ SEED_DEMO: "yes" }, "The environment variable SEED_DEMO has to be 0 or 1."],
  ])("for %j is explained in a sentence", (environment, sentence) => {
    let failure: unknown;
    try {
      readConfig(environment);
    } catch (error) {
      failure = error;
    }
    expect(explainFailure(failure, null)).toMatch(sentence);
  });

  test("that is unexpected keeps its stack trace", () => {
    expect(explainFailure(new TypeError("x is not a function"), null)).toBeNull();
    expect(explainFailure("a text", null)).toBeNull();
  });
});
