import { parse as parseToml, TomlDate, TomlError } from "smol-toml";
import { LineCounter, parseDocument } from "yaml";
import { ContentError, lineAt } from "./content-error.ts";

/** Longest front matter, in characters. */
const maxFront = 64_000;

/** Front matter, taken from the beginning of a file. */
export type FrontMatter = {
  fields: Record<string, unknown>;
  /** Its source, with its fences. */
  block: string;
  /** The text after it. */
  body: string;
};

/** Parses front matter; `line` is the line of the file at which `text` begins. Throws a ContentError. */
type Parse = (path: string, text: string, line: number) => unknown;

const parseYaml: Parse = (path, text, line) => {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, logLevel: "error" });
  const [error] = document.errors;
  if (error) {
    const [reason = ""] = String(error).split(/ at line \d+, column \d+|\n/);
    const at = lineCounter.linePos(error.pos[0]).line;
    throw new ContentError(`${path}:${line + at - 1}: front matter: ${reason}`);
  }
  try {
    return document.toJS();
  } catch (failure) {
    throw new ContentError(`${path}:${line}: front matter: ${String(failure)}`);
  }
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

const readToml: Parse = (path, text, line) => {
  try {
    return withoutDates(
      parseToml(text, { maxDepth: 50, useLegacyDate: true, unsafeKeyBehaviour: "drop" }),
    );
  } catch (error) {
    const at = error instanceof TomlError ? error.line : 1;
    const [reason = ""] = String(error).split("\n");
    throw new ContentError(`${path}:${line + at - 1}: front matter: ${reason}`);
  }
};

const readJson: Parse = (path, text, line) => {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new ContentError(`${path}:${line}: front matter: ${String(error)}`);
  }
  // JSON is YAML, whose parser notices a field that is there twice
  return parseYaml(path, text.replaceAll("\t", " "), line);
};

const languages: Record<string, Parse> = {
  yaml: parseYaml,
  yml: parseYaml,
  toml: readToml,
  json: readJson,
};

/** Blank lines, and characters that nobody sees. */
const blank = /^[\s\u200B\u2060\uFEFF]+(?=\S)/;

/** Fields that posts have: a text that begins with one of them has front matter that was not recognised. */
const field = String.raw`["']?(?:title|date|draft|published|publish_?date|pub_?date|status|slug|layout|tags|categories|category|authors?|permalink|expiry_?date)["']?[^\S\n]*[:=]`;
/** Lines that other programs put before front matter, such as a comment and a fence. */
const otherFence = String.raw`[^\S\n]*(?:[-–—+;=~*_.]{2,}|<!--|\x60{3}|\{)[^\n]*\n\s*`;
const fencedField = new RegExp(`^(?:${otherFence}){1,3}${field}`, "i");
const bareField = new RegExp(String.raw`^(?:#\+|:)?${field}`, "i");

/** Closing braces that may be the end of front matter in JSON: each is tried. */
const maxBraces = 200;

/** Returns the end of JSON at the beginning of a text, which ends with a line that begins with a brace; 0 if there is none. */
function jsonEnd(text: string): number {
  const braces = text.slice(0, maxFront).matchAll(/\}[^\S\n]*(?=\n|$)/g);
  for (const { index } of braces.take(maxBraces)) {
    try {
      JSON.parse(text.slice(0, index + 1));
      return index + 1;
    } catch {
      // a brace within it
    }
  }
  return 0;
}

type Block = { parse: Parse; start: number; innerEnd: number; end: number };

/** Returns where front matter between fences stands; null if the text begins otherwise. Throws a ContentError if it has no end. */
function fenced(path: string, text: string, line: number): Block | null {
  const opening = /^(---|\+\+\+|;;;)[^\S\n]*([a-z]*)[^\S\n]*(?:#[^\n]*)?(?:\n|$)/i.exec(text);
  if (!opening) return null;
  const [{ length: start }, fence = "---", language = ""] = opening;
  const closing = { "---": String.raw`(?:---|\.\.\.)`, "+++": String.raw`\+\+\+`, ";;;": ";;;" }[
    fence
  ];
  const close = new RegExp(String.raw`^${closing}[^\S\n]*(?:\n|$)`, "m").exec(text.slice(start));
  if (!close) {
    if (fence === "---" && !/^\s*["']?[\w-]+["']?[^\S\n]*:/.test(text.slice(start))) return null;
    throw new ContentError(`${path}:${line}: the front matter has no end (a line with ${fence})`);
  }
  const usual = { "---": "yaml", "+++": "toml", ";;;": "json" }[fence] ?? "yaml";
  const parse = languages[language.toLowerCase() || usual];
  if (!parse) {
    throw new ContentError(`${path}:${line}: front matter in ${language} is not read`);
  }
  const innerEnd = start + close.index;
  return { parse, start, innerEnd, end: innerEnd + close[0].length };
}

/** Returns where front matter stands: between fences, or JSON without them. */
function findBlock(path: string, text: string, line: number): Block | null {
  if (!/^\{\s*["}]/.test(text)) return fenced(path, text, line);
  const end = jsonEnd(text);
  if (end === 0) throw new ContentError(`${path}:${line}: the front matter in JSON cannot be read`);
  return { parse: readJson, start: 0, innerEnd: end, end };
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Takes front matter from a file. Throws a ContentError for what looks like it and cannot be read. */
export function splitFrontMatter(path: string, file: string): FrontMatter {
  const source = file.includes("\n") ? file : file.replaceAll("\r", "\n");
  const lead = blank.exec(source)?.[0].length ?? 0;
  const text = source.slice(lead);
  const line = lineAt(source, lead);
  const found = findBlock(path, text.replaceAll("\r\n", " \n"), line);
  const end = found?.end ?? 0;
  if (end > maxFront) {
    throw new ContentError(`${path}:1: the front matter has more than ${maxFront} characters`);
  }
  const body = found ? text.slice(end) : source;
  const beginning = body.replace(blank, "").slice(0, maxFront).replaceAll("\r", "");
  if (fencedField.test(beginning) || (!found && bareField.test(beginning))) {
    const at = line + lineAt(text, end) - 1;
    throw new ContentError(
      `${path}:${at}: this looks like front matter, and cannot be read: put it between lines of ---`,
    );
  }
  if (!found) return { fields: {}, block: "", body };
  const { parse, start, innerEnd } = found;
  const fields = parse(path, text.slice(start, innerEnd), line + lineAt(text, start) - 1) ?? {};
  if (!isFields(fields)) {
    throw new ContentError(`${path}:${line}: the front matter has no fields`);
  }
  return { fields, block: source.slice(0, lead + end), body };
}
