import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getTableColumns } from "#api/infra/database/drizzle.ts";
import { contentEntries, contentTexts } from "#api/modules/library/schema.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { openCommandChannel } from "#api/cli/channel/command-channel.ts";

let portal: TestPortal;
let dataDir: TemporaryFolder;
let folder: TemporaryFolder;
let closeChannel: () => Promise<void>;
beforeAll(async () => {
  dataDir = await temporaryFolder();
  folder = await temporaryFolder();
  portal = await createTestPortal({ dataDir: dataDir.path });
  const origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
  closeChannel = await openCommandChannel(portal.app, origin);
});
afterAll(async () => {
  await closeChannel();
  await portal.close();
  await dataDir.remove();
  await folder.remove();
});

const script = fileURLToPath(new URL("../content.ts", import.meta.url));

/** Runs the import in a process of its own, which is killed at the first line of progress if `kill`. */
function runProcess({ kill }: { kill: boolean }): Promise<{ code: number | null; last: string }> {
  const { DATABASE_URL: _own, ...environment } = process.env;
  const child = spawn(process.execPath, [script, "import", folder.path], {
    env: { ...environment, DATA_DIR: dataDir.path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => {
    if (kill && / of /.test(chunk.toString())) child.kill("SIGKILL");
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, last: output.trim().split("\n").at(-1) ?? "" }));
  });
}

/** What is in the library. Each run has an id of its own, by which it can be taken back. */
const { importId: _run, ...columns } = getTableColumns(contentEntries);
const stored = async () => ({
  entries: await portal.portal.database
    .select(columns)
    .from(contentEntries)
    .orderBy(contentEntries.slug),
  texts: await portal.portal.database
    .select({ slug: contentTexts.slug, language: contentTexts.language, body: contentTexts.body })
    .from(contentTexts)
    .orderBy(contentTexts.slug, contentTexts.language),
});

test(
  "an import that was killed leaves whole entries only, and repeated has the end state of one that was not",
  { timeout: 180_000 },
  async () => {
    const front = "title: T\ndate: 2024-05-01\ntags: [a]\nsummary: S.\nauthor: Ada\nmotif: jump";
    for (let at = 0; at < 300; at += 1) {
      const text = `---\n${front}\n---\n\n${"Some words. ".repeat(100)}\n`;
      await folder.write({ [`e${at}.md`]: text, [`e${at}.pl.md`]: text });
    }
    expect((await runProcess({ kill: true })).code).toBeNull();
    // A batch that was under way when the process died ends here.
    const half = await stored();
    expect(half.entries.length).toBeLessThan(300);
    expect(half.texts.length).toBe(2 * half.entries.length);

    expect((await runProcess({ kill: false })).code).toBe(0);
    const repeated = await stored();
    expect(repeated.entries).toHaveLength(300);
    await portal.portal.database.delete(contentEntries);
    const { code, last } = await runProcess({ kill: false });
    expect({ code, last }).toEqual({ code: 0, last: "300 imported, 0 unchanged, 0 refused." });
    expect(await stored()).toEqual(repeated);
  },
);
