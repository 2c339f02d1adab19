import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { explainFailure } from "#api/cli/explain-failure.ts";
import { readConfig } from "#api/config.ts";
import { startServer } from "#api/server.ts";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const folder = await forFile(temporaryFolder());
let count = 0;

/** Returns what a start says about a data folder, with `DIR` for its path; null when it has started, or ends without a sentence. */
async function sentenceOf(dataDir: string, shown = dataDir): Promise<string | null> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent" });
  try {
    const server = await startServer(config, { rendererFolder: null });
    await server.close();
    return null;
  } catch (error) {
    return explainFailure(error, config)?.replaceAll(shown, "DIR") ?? null;
  }
}

type Odd = "folder" | "text" | "empty" | "dangling" | "loop" | "below";
const put: Record<Odd, (path: string) => Promise<unknown>> = {
  folder: (path) => mkdir(path, { recursive: true }),
  text: (path) => writeFile(path, "text"),
  empty: (path) => writeFile(path, ""),
  dangling: (path) => symlink("/nowhere/at-all", path),
  loop: (path) => symlink(path, path),
  below: (path) => writeFile(path, "text"),
};

const moveAway = "Move it away, or set another DATA_DIR.";
const noFile = `is a folder, and has to be a file. ${moveAway}`;
const noFolder = `is a file, and has to be a folder. ${moveAway}`;
const toNothing = `is a link to something that is not there. ${moveAway}`;
const noKey = /^DIR\/data-key in DATA_DIR is not a key of 32 bytes\. .*Copy data-key from/;

test.each<[Odd, string, string | RegExp]>([
  ["text", "", `DIR (DATA_DIR) ${noFolder}`],
  ["dangling", "", `DIR (DATA_DIR) ${toNothing}`],
  ["loop", "", `DIR (DATA_DIR) is a link that leads back to itself. ${moveAway}`],
  ["below", "", `DIR/below (DATA_DIR) is below a file. ${moveAway}`],
  ["folder", "data-key", `DIR/data-key in DATA_DIR ${noFile}`],
  ["empty", "data-key", noKey],
  ["text", "data-key", noKey],
  ["dangling", "data-key", `DIR/data-key in DATA_DIR ${toNothing}`],
  ["loop", "data-key", `DIR/data-key in DATA_DIR is a link that leads back to itself. ${moveAway}`],
  ["text", "database", `DIR/database in DATA_DIR ${noFolder}`],
  ["dangling", "database", `DIR/database in DATA_DIR ${toNothing}`],
  ["text", "outbox", `DIR/outbox in DATA_DIR ${noFolder}`],
  ["dangling", "outbox", `DIR/outbox in DATA_DIR ${toNothing}`],
  ["text", "media", `DIR/media in DATA_DIR ${noFolder}`],
  ["dangling", "media", `DIR/media in DATA_DIR ${toNothing}`],
  ["folder", "instance.lock", `DIR/instance.lock in DATA_DIR ${noFile}`],
  ["dangling", "instance.lock", `DIR/instance.lock in DATA_DIR ${toNothing}`],
  ["folder", "command-credential.json", `DIR/command-credential.json in DATA_DIR ${noFile}`],
  ["folder", "demo-password", `DIR/demo-password in DATA_DIR ${noFile}`],
])(
  "a start ends in a sentence that names the place: %s as DATA_DIR/%s",
  async (odd, name, said) => {
    count += 1;
    const dataDir = `${folder.path}/${count}`;
    if (name !== "") await mkdir(dataDir);
    await put[odd](name === "" ? dataDir : `${dataDir}/${name}`);
    const sentence = await sentenceOf(odd === "below" ? `${dataDir}/below` : dataDir, dataDir);
    expect(sentence).toMatch(said);
  },
);

test("a start ends in a sentence for a folder of the database that holds something else", async () => {
  await folder.write({ "odd/database/PG_VERSION": "text" });
  expect(await sentenceOf(`${folder.path}/odd`)).toMatch(
    /^The database in DIR\/database in DATA_DIR cannot be opened: .* Restore a backup \(docs\/operation\.md\), or set another DATA_DIR\.$/,
  );
});

test("a start ends in a sentence for a folder below a link that leads to nothing", async () => {
  await symlink("/nowhere/at-all", `${folder.path}/above`);
  expect(await sentenceOf(`${folder.path}/above/data`)).toMatch(
    /^DIR \(DATA_DIR\) is below a link to something that is not there\. /,
  );
});

test("a key that this user cannot read is named with its setting", async () => {
  const nobody = 65_534;
  const dataDir = `${folder.path}/unreadable`;
  await mkdir(dataDir);
  await writeFile(`${dataDir}/data-key`, randomBytes(32), { mode: 0o000 });
  await chmod(folder.path, 0o755);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    await chown(dataDir, nobody, nobody);
    process.seteuid?.(nobody);
  }
  try {
    expect(await sentenceOf(dataDir)).toBe(
      "DIR/data-key in DATA_DIR cannot be read or written by this user. Run this as the user of the portal, give the folder to that user with chown -R, or set another DATA_DIR. (EACCES)",
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
    await rm(dataDir, { recursive: true });
  }
});
