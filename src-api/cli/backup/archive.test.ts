import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { readArchive, writeArchive } from "./archive.ts";

let folder: TemporaryFolder;
const archive = () => `${folder.path}/archive.tar`;

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeArchive(archive(), [{ path: "first", from: Buffer.from("Hello") }]);
});
afterEach(() => folder.remove());

/** Writes a size into the first header, and the checksum that belongs to it. */
async function setSize(text: string): Promise<void> {
  const bytes = await readFile(archive());
  bytes.write(text.padEnd(12, "\0"), 124);
  bytes.fill(" ", 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  await writeFile(archive(), bytes);
}

test("An archive whose header is untouched is read", async () => {
  await setSize("00000000005");
  expect(await readArchive(archive())).toEqual([{ path: "first", start: 512, size: 5 }]);
});

// A size of -512 would lead from a header to itself, for ever.
test.each(["-0000001000", "00000000009", "77777777777", "", "5 Bytes"])(
  "An archive with a file of the size “%s” is refused",
  async (size) => {
    await setSize(size);
    await expect(readArchive(archive())).rejects.toThrow("it is damaged");
  },
);
