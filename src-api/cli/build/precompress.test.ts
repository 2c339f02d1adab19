import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { precompress } from "./build-renderer.ts";

test("text files are compressed in both formats, pictures and short files are not", async () => {
  const folder = await temporaryFolder();
  const script = "const words = 1;\n".repeat(200);
  await folder.write({
    "assets/main.js": script,
    "assets/short.js": "1",
    "og.png": Buffer.alloc(4000),
  });
  await precompress(folder.path);
  const names = await readdir(folder.path, { recursive: true });
  expect(names.filter((name) => /\.(br|gz)$/.test(name)).toSorted()).toEqual([
    "assets/main.js.br",
    "assets/main.js.gz",
  ]);
  const read = (ending: string) => readFile(join(folder.path, `assets/main.js${ending}`));
  expect(brotliDecompressSync(await read(".br")).toString()).toBe(script);
  expect(gunzipSync(await read(".gz")).toString()).toBe(script);
  await folder.remove();
});
