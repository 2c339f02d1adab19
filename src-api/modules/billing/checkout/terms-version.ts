import { readFile } from "node:fs/promises";
import { VFile } from "vfile";
import { matter } from "vfile-matter";
import * as z from "zod/mini";
import { brandFolder } from "../../../brand.ts";

const frontMatterSchema = z.object({ version: z.string().check(z.minLength(1)) });

async function readTermsVersion(): Promise<string> {
  const file = new VFile(await readFile(new URL("legal/terms.en.md", brandFolder), "utf8"));
  matter(file);
  return frontMatterSchema.parse(file.data["matter"]).version;
}

let version: Promise<string> | null = null;

/**
 * The version of the terms in force: `version` in the front matter of `legal/terms.en.md`. Read once
 * a process. Rejects when the file or the version is missing.
 */
export const termsVersion = (): Promise<string> => (version ??= readTermsVersion());
