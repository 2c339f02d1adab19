import { parse as parseToml, TomlDate, TomlError } from "smol-toml";
import { VFile } from "vfile";
import { matter } from "vfile-matter";
import { ContentError } from "../../../infra/content-folder/content-error.ts";

/** A format of front matter. */
export type FrontFormat = {
  /** The line before and after it. */
  fence: string;
  /** Front matter with its fences, at the beginning of a file. */
  block: RegExp;
  /** The beginning of front matter, with or without an end. */
  beginning: RegExp;
  /** Returns what front matter with its fences says. Throws a ContentError that names file and line. */
  parse: (path: string, block: string) => unknown;
};

/** Returns the line of an error of the YAML parser within the front matter; 1 if it names none. */
function yamlLine(error: unknown): number {
  if (!(error instanceof Error) || !("linePos" in error)) return 1;
  const [start] = error.linePos as [{ line: number }]; // of a YAMLParseError
  return start.line;
}

/** YAML between lines of `---`. */
export const yaml: FrontFormat = {
  fence: "---",
  block: /^---(\r?\n|\r)([\s\S]*?(\r?\n|\r))??---(\r?\n|\r|$)/,
  beginning: /^---\r?\n\s*"?\w+"?:/,
  parse: (path, block) => {
    const source = new VFile(block);
    try {
      matter(source, { yaml: { logLevel: "error" } });
    } catch (error) {
      const [reason = ""] = String(error).split(/ at line \d+, column \d+|\n/);
      throw new ContentError(`${path}:${yamlLine(error) + 1}: front matter: ${reason}`);
    }
    return source.data["matter"];
  },
};

/** Returns a value of TOML with its dates as texts, as YAML has them. */
function withoutDates(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(withoutDates);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, withoutDates(inner)]),
  );
}

/** TOML between lines of `+++`, the default of Hugo. */
export const toml: FrontFormat = {
  fence: "+++",
  block: /^\+\+\+[ \t]*\r?\n([\s\S]*?\n)??\+\+\+[ \t]*\r?(\n|$)/,
  beginning: /^\+\+\+[ \t]*(\r?\n|$)/,
  parse: (path, block) => {
    const inner = block
      .split("\n")
      .slice(1)
      .join("\n")
      .replace(/\+\+\+\s*$/, "");
    try {
      return withoutDates(
        parseToml(inner, { maxDepth: 50, useLegacyDate: true, unsafeKeyBehaviour: "drop" }),
      );
    } catch (error) {
      const line = error instanceof TomlError ? error.line + 1 : 1;
      const [reason = ""] = String(error).split("\n");
      throw new ContentError(`${path}:${line}: front matter: ${reason}`);
    }
  },
};
