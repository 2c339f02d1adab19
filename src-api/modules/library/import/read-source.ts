import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod/mini";
import { ContentError, parseContent } from "#api/infra/content-folder/content-error.ts";
import { splitFrontMatter } from "#api/infra/content-folder/front-matter.ts";
import type { Location } from "./imported-entry.ts";

/** Longest file that is read, in bytes. A text has at most 100,000 characters. */
const maxBytes = 1_000_000;

const newLine = 0x0a;

/** Returns the number of the first line that is not text. */
function binaryLine(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(newLine, from);
    const part = bytes.subarray(from, end < 0 ? bytes.length : end);
    if (part.includes(0) || !isUtf8(part)) return line;
    from += part.length + 1;
  }
  return line;
}

/** Reads a text in UTF-8 of at most 1 MB, never through a symbolic link. Rejects with a ContentError. */
export async function readSource(root: string, path: string): Promise<string> {
  // without O_NONBLOCK a named pipe would be waited for
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(root, path), flags).catch((error: NodeJS.ErrnoException) => {
    throw new ContentError(`${path}:1: the file cannot be read (${error.code ?? error.message})`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new ContentError(`${path}:1: this is not a file`);
    if (stats.size > maxBytes) {
      const size = (stats.size / 1_000_000).toFixed(1);
      throw new ContentError(`${path}:1: the file has ${size} MB; at most 1 MB is imported`);
    }
    const bytes = await file.readFile();
    if (bytes.includes(0) || !isUtf8(bytes)) {
      throw new ContentError(`${path}:${binaryLine(bytes)}: this is not a text in UTF-8`);
    }
    return bytes.toString("utf8").replace(/^\uFEFF/, "");
  } finally {
    await file.close();
  }
}

/** Parses the text of a JSON file. Throws a ContentError that names file and line. */
export function parseJson<T>(path: string, text: string, schema: z.ZodMiniType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const line = /line (\d+)/.exec(String(error))?.[1] ?? 1;
    throw new ContentError(`${path}:${line}: ${String(error)}`);
  }
  return parseContent(`${path}:1`, schema, value);
}

/** A Markdown file, taken apart. */
export type Source = {
  path: string;
  front: Record<string, unknown>;
  body: string;
  /** Line of the file at which the body begins. */
  bodyLine: number;
  /** Returns where a field of the front matter stands, else the beginning of the file, or of the body. */
  location: Location;
};

const countLines = (text: string) => text.split("\n").length;

const fieldLine = (lines: string[], field: string) =>
  lines.findIndex((line) =>
    [field, JSON.stringify(field)].some(
      (name) => line.startsWith(name) && /^\s*[:=]/.test(line.slice(name.length)),
    ),
  ) + 1;

/** Takes a Markdown file with front matter apart. Throws a ContentError that names file and line. */
export function parseSource(path: string, text: string): Source {
  const { fields: front, block, body } = splitFrontMatter(path, text);
  const bodyLine = countLines(block);
  const lines = block.split("\n").map((line) => line.trimStart());
  const location: Location = (field) =>
    `${path}:${field === "body" ? bodyLine : fieldLine(lines, field) || 1}`;
  return { path, front, body, bodyLine, location };
}
