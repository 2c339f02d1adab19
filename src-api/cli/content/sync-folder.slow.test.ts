import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { readConfig, type Config } from "#api/config.ts";
import { contentSyncRuns } from "#api/infra/content-folder/schema.ts";
import { startServer, type RunningServer } from "#api/server.ts";
import { contentEntries } from "#api/modules/library/schema.ts";
import { readContentCommand, typeContent } from "#api/testing/content-commands.ts";
import { createContentPortal, type ContentPortal } from "#api/testing/content-portal.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { performContent } from "./perform-content.ts";
import { withAccess } from "./portal-access.ts";

const many = Array.from({ length: 12 }, (_, at) => `blog/day-${at}`);
const manyEntries = Object.fromEntries(
  many.flatMap((path, at) => [
    [`${path}/entry.json`, entryJson("2026-02-01T07:00:00Z")],
    [`${path}/en.md`, markdown(`Day ${at}`)],
  ]),
);

/** The entries of the folder. */
const entries = Object.keys({ ...sampleContent, ...manyEntries }).filter((name) =>
  /^(?!announcements|authors).*\/entry\.json$/.test(name),
);

let folder: TemporaryFolder;
let wrong: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  wrong = await temporaryFolder();
  await folder.write({ ...sampleContent, ...manyEntries });
  await wrong.write({
    "tags.json": String(sampleContent["tags.json"]),
    "blog/other/entry.json": entryJson("2026-02-01T07:00:00Z"),
    "blog/other/en.md": markdown("Other"),
  });
});
afterEach(async () => {
  await folder.remove();
  await wrong.remove();
});

const rows = ({ portal }: Pick<ContentPortal, "portal">) =>
  portal.database.select().from(contentEntries).orderBy(contentEntries.kind, contentEntries.slug);

describe("a synchronisation with a folder", () => {
  let testPortal: ContentPortal;
  beforeEach(async () => {
    testPortal = await createContentPortal({ ...sampleContent, ...manyEntries });
  });
  afterEach(() => testPortal.close());

  test("without a folder, or with an empty one, removes nothing, even with --yes", async () => {
    const before = await rows(testPortal);
    const missing = `${folder.path}/missing`;
    await expect(typeContent(testPortal, "sync", missing, "--yes")).rejects.toThrow(
      /^There is no folder .*\/missing\. Nothing was changed: \d+ entries, .* stay\. /,
    );
    await folder.write({ "empty/.gitkeep": "" });
    await expect(typeContent(testPortal, "sync", `${folder.path}/empty`, "--yes")).rejects.toThrow(
      /\/empty has no content\. Nothing was changed: /,
    );
    await expect(
      typeContent(testPortal, "sync", `${folder.path}/tags.json`, "--yes"),
    ).rejects.toThrow(/tags\.json \(CONTENT_DIR\) is a file, /);
    expect(await rows(testPortal)).toEqual(before);
  });

  test("with a new folder is an empty library where nothing came from one, and one that does not exist is named", async () => {
    const fresh = await createContentPortal({ "tags.json": "{}" });
    await folder.write({ "new/README.md": "" });
    const { lines, isDone } = await typeContent(fresh, "sync", `${folder.path}/new`);
    expect([isDone, lines]).toEqual([
      true,
      [`${folder.path}/new has no content yet. Nothing was changed.`],
    ]);
    await expect(typeContent(fresh, "sync", `${folder.path}/typo`)).rejects.toThrow(
      `There is no folder ${folder.path}/typo. Nothing was changed.`,
    );
    await fresh.close();
  });

  test("with --dry-run changes nothing, and says what would be written and removed", async () => {
    await folder.write({ "blog/day-0": null, "blog/day-1/en.md": markdown("Another day") });
    const before = await rows(testPortal);
    const { lines } = await typeContent(testPortal, "sync", folder.path, "--dry-run");
    expect(lines.at(-1)).toMatch(
      // the two videos of another folder get their files copied
      /: 3 would be written, \d+ are unchanged, 1 would be removed, 0 left alone\. Nothing was changed\.$/,
    );
    expect(await rows(testPortal)).toEqual(before);
    expect((await typeContent(testPortal, "sync", wrong.path, "--dry-run")).lines[0]).toMatch(
      /^--yes is needed: \d+ of the \d+ entries/,
    );
    await folder.write({ "blog/day-1/entry.json": "{" });
    const broken = typeContent(testPortal, "sync", folder.path, "--dry-run");
    await expect(broken).rejects.toThrow("blog/day-1/entry.json");
    expect(await rows(testPortal)).toEqual(before);
  });

  test("refuses pictures that the pages cannot show, and names them", async () => {
    const text = "blog/day-1/en.md";
    const body = (image: string) => `${markdown("Day 1")}\n\n![Pictured](${image})\n`;
    await folder.write({ "blog/day-1/photo.jpg": "x", [text]: body("photo.jpg") });
    const sync = () => typeContent(testPortal, "sync", folder.path);
    await expect(sync()).rejects.toThrow(`${text}:9: image: photo.jpg: only WebP`);
    await folder.write({ [text]: body("none-10x10.webp") });
    await expect(sync()).rejects.toThrow(
      `${text}:9: image: none-10x10.webp: there is no such file`,
    );
    await folder.write({ [text]: body("photo-10x10.webp"), "blog/day-1/photo-10x10.webp": "x" });
    expect((await sync()).isDone).toBe(true);
  });

  test("refuses a set-up that cannot be drawn, in a text or a session, and names the line", async () => {
    const text = "blog/day-1/en.md";
    await folder.write({ [text]: markdown("Day 1", "```course\nfield 9 x 8\njmp 3,4\n```") });
    const sync = () => typeContent(testPortal, "sync", folder.path);
    await expect(sync()).rejects.toThrow(`${text}:8: course: "jmp" is not known; known are jump`);
    const { lines } = await typeContent(testPortal, "import", folder.path);
    expect(lines.join("\n")).toContain(`refused: ${text}:8: course: "jmp" is not known`);
    const protocol = "protocols/ring-confidence/en.md";
    const session = "description: Walk through the gate.\n        course: ";
    const written = (course: string) =>
      String(sampleContent[protocol]).replace(
        "description: Walk through the gate.",
        `${session}${JSON.stringify(course)}`,
      );
    await folder.write({ [text]: markdown("Day 1"), [protocol]: written("field 9 x 8\njmp 3,4") });
    await expect(sync()).rejects.toThrow(
      `${protocol}: weeks.0.sessions.1.course: line 2: "jmp" is not known`,
    );
    await folder.write({ [protocol]: written("field 9 x 8\njump 3,4") });
    expect((await sync()).isDone).toBe(true);
  });

  test("refuses to remove most of the entries, and names how many, until that is confirmed", async () => {
    const before = await rows(testPortal);
    const typed = typeContent(testPortal, "sync", wrong.path);
    await expect(typed).rejects.toThrow(/^This would remove (\d+) of the \1 entries.*--yes/);
    expect(await rows(testPortal)).toEqual(before);
    await typeContent(testPortal, "sync", wrong.path, "--yes");
    expect((await rows(testPortal)).map(({ slug }) => slug)).toEqual(["other"]);
  });

  test("removes a handful, however few there are, and half of many", async () => {
    await folder.write(Object.fromEntries(many.slice(0, 8).map((path) => [path, null])));
    await typeContent(testPortal, "sync", folder.path);
    expect(await rows(testPortal)).toHaveLength(entries.length - 8);
    const few = await createContentPortal({
      "tags.json": String(sampleContent["tags.json"]),
      "blog/only/entry.json": entryJson("2026-02-01T07:00:00Z"),
      "blog/only/en.md": markdown("Only"),
    });
    await typeContent(few, "sync", wrong.path);
    expect((await rows(few)).map(({ slug }) => slug)).toEqual(["other"]);
    await few.close();
  });
});

// The embedded database, which only the running API can use.
describe.skipIf(inject("databaseUrl") !== null)("while the portal runs", () => {
  let config: Config;
  let server: RunningServer;
  let own: TemporaryFolder;
  beforeAll(async () => {
    own = await temporaryFolder();
    await own.write({ ...sampleContent, ...manyEntries });
    config = readConfig({
      DATA_DIR: `${own.path}/data`,
      CONTENT_DIR: own.path,
      SEED_DEMO: "0",
      PORT: "0",
      LOG_LEVEL: "silent",
    });
    server = await startServer(config, { rendererFolder: null });
  });
  afterAll(async () => {
    await server.close();
    await own.remove();
  });

  async function type(...args: string[]) {
    const input = await readContentCommand(...args);
    if (!input) throw new Error("The command did nothing.");
    const printed: string[] = [];
    const steps: [number, number][] = [];
    const report = {
      print: (line: string) => void printed.push(line),
      advance: (done: number, total: number) => void steps.push([done, total]),
      end: () => {},
    };
    await withAccess(config, (access) => performContent(access, input, report));
    return { printed, steps };
  }

  test("a synchronisation is a job, whose progress and end the command follows", async () => {
    await own.write({ "blog/day-1/en.md": markdown("Another day") });
    const { printed, steps } = await type("sync");
    expect(printed.at(-1)).toMatch(/: 1 written, \d+ unchanged, 0 removed, 0 left alone\.$/);
    const [done, total] = steps.at(-1) ?? [];
    expect(done).toBe(total);
    expect(total).toBeGreaterThan(12);
    const page = await fetch(`${server.origin}/api/content/blog/day-1/teaser`);
    expect(await page.text()).toContain("Another day");
    expect(await server.portal.database.$count(contentSyncRuns)).toBe(1);
  });

  test("a refused one ends with its reason, and the next one runs", async () => {
    await expect(type("sync", wrong.path)).rejects.toThrow(/^This would remove \d+ of the/);
    const { printed } = await type("sync", wrong.path, "--dry-run");
    expect(printed.at(-1)).toContain("Nothing was changed.");
    expect((await fetch(`${server.origin}/api/content/blog/day-1/teaser`)).status).toBe(200);
  });
});
