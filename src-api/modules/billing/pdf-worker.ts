import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from "@cantoo/pdf-lib";

/** What is wrong with a file: it is no PDF, or a damaged or encrypted one, or does more than show pages. */
export type PdfProblem = "other" | "broken" | "encrypted" | "active";

class Refused extends Error {
  override name = "Refused";
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Actions that run, start, fetch or send something (ISO 32000-2, 12.6.4). */
const activeActions = new Set([
  "GoTo3DView",
  "GoToDp",
  "GoToE",
  "GoToR",
  "ImportData",
  "JavaScript",
  "Launch",
  "Movie",
  "Rendition",
  "RichMediaExecute",
  "Sound",
  "SubmitForm",
]);
/** Annotations that hold or play files (12.5.6). */
const activeKinds = new Set(["3D", "FileAttachment", "Movie", "RichMedia", "Screen", "Sound"]);
/** Scripts, actions that nobody clicks for, embedded files (7.11.4), and forms by Adobe's XML. */
const activeKeys = new Set([
  "AA",
  "EF",
  "EmbeddedFiles",
  "JS",
  "JavaScript",
  "RichMediaContent",
  "XFA",
]);
const harmlessSchemes = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/)|[\w-]+(?:[./?#]|$))/i;

/** Most bytes of one stream of objects, unpacked. */
const maxObjectsBytes = 64 * 1024 * 1024;

/** Returns a name as readers see it: any character may be written as `#4a`. */
const textOf = (name: PDFObject | undefined): string =>
  name instanceof PDFName ? unescaped(name.toString()).slice(1) : "";

const unescaped = (text: string): string =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const wordsOf = (text: PDFObject | undefined): string | null =>
  text instanceof PDFString || text instanceof PDFHexString ? text.decodeText().trim() : null;

/** Throws for a dictionary that makes the file active. */
function inspectDict(dict: PDFDict, find: (object: PDFObject | undefined) => PDFObject[]): void {
  const entries = new Map(dict.entries().map(([key, value]) => [textOf(key), value]));
  const [kind, subtype] = [textOf(entries.get("S")), textOf(entries.get("Subtype"))];
  const isActive =
    [...entries.keys()].some((key) => activeKeys.has(key)) ||
    activeActions.has(kind) ||
    activeKinds.has(subtype);
  if (isActive) throw new Refused("active");
  // A base completes the addresses of links.
  if (kind === "URI" || entries.has("Base")) {
    for (const address of [...find(entries.get("URI")), ...find(entries.get("Base"))]) {
      if (address instanceof PDFName || address instanceof PDFDict) continue;
      const words = wordsOf(address);
      if (words === null || !harmlessSchemes.test(words)) throw new Refused("active");
    }
  }
  for (const action of find(entries.get("OpenAction"))) {
    if (action instanceof PDFDict && textOf(action.get(PDFName.of("S"))) !== "GoTo") {
      throw new Refused("active");
    }
  }
}

/** Calls back for each dictionary in an object, at any depth. */
function eachDict(object: PDFObject, visit: (dict: PDFDict) => void): void {
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next instanceof PDFStream) waiting.push(next.dict);
    if (next instanceof PDFArray) waiting.push(...next.asArray());
    if (next instanceof PDFDict) {
      visit(next);
      waiting.push(...next.values());
    }
  }
}

const numberOf = (dict: PDFDict, key: string): number => {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : Number.NaN;
};

/** Throws for what readers could take objects from and the parser does not, and for what unpacks to no end. */
function inspectStream(stream: PDFRawStream): void {
  const { dict } = stream;
  const type = textOf(dict.get(PDFName.of("Type")));
  const holdsObjects = dict.has(PDFName.of("First")) && dict.has(PDFName.of("N"));
  if (dict.has(PDFName.of("F"))) throw new Refused("active"); // its data are in another file
  if (holdsObjects !== (type === "ObjStm")) throw new Refused("broken");
  if (type !== "ObjStm" && type !== "XRef") return;
  const filter = dict.get(PDFName.of("Filter"));
  if (filter === undefined) return;
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.get(0) : filter;
  if (textOf(only) !== "FlateDecode") throw new Refused("broken");
  inflateSync(stream.getContents(), { maxOutputLength: maxObjectsBytes });
}

/** Keeps every version of every object: the last one in the file need not be the one that readers show. */
class Parser extends PDFParser {
  readonly versions = new Map<string, PDFObject[]>();
  /** Number of objects outside of streams. */
  written = 0;

  watch(): void {
    const { context } = this;
    const assign = context.assign.bind(context);
    context.assign = (ref, object) => {
      const key = ref.toString();
      this.versions.set(key, [...(this.versions.get(key) ?? []), object]);
      this.written += 1;
      if (
        object instanceof PDFRawStream &&
        textOf(object.dict.get(PDFName.of("Type"))) === "ObjStm"
      ) {
        this.written -= numberOf(object.dict, "N");
      }
      assign(ref, object);
    };
  }

  override parseObject(ref?: PDFRef): PDFObject {
    // An object without content is null to readers.
    if (this.matchKeyword(endOfObject)) return PDFNull;
    const object = super.parseObject(ref);
    if (object instanceof PDFRawStream) inspectStream(object);
    return object;
  }
}

const endOfObject = [...Buffer.from("endobj")];

/** Readers look for the header in so many bytes: servers and mail programs have written something before it. */
const headerWithin = 1024;

/** What objects begin with, wherever it stands: a table of addresses may lead into a comment, a text or a stream. */
const objectStart =
  /(?<!\d)\d{1,10}(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])+\d{1,5}(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])+obj(?![a-z])/g;
const activeName =
  /\/(?:JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|XFA)(?![\w-])/;

const hasPages = (context: PDFContext): boolean => {
  const root = context.lookup(context.trailerInfo.Root);
  return (
    root instanceof PDFDict && context.lookup(root.get(PDFName.of("Pages"))) instanceof PDFDict
  );
};

async function inspect(bytes: Buffer): Promise<void> {
  const text = bytes.toString("latin1");
  if (!text.slice(0, headerWithin).includes("%PDF-")) throw new Refused("other");
  const names = unescaped(text);
  // Never within a stream.
  if (/\/Encrypt(?![A-Za-z])/.test(names)) throw new Refused("encrypted");
  const parser = new Parser(bytes, Infinity, true);
  parser.watch();
  const context = await parser.parseDocument();
  const find = (object: PDFObject | undefined): PDFObject[] => {
    if (object === undefined) return [];
    return object instanceof PDFRef ? (parser.versions.get(object.toString()) ?? []) : [object];
  };
  for (const object of [...parser.versions.values()].flat()) {
    eachDict(object, (dict) => inspectDict(dict, find));
  }
  if (activeName.test(names)) throw new Refused("active");
  if ((text.match(objectStart)?.length ?? 0) > parser.written) throw new Refused("broken");
  if (!hasPages(context)) throw new Refused("broken");
}

/** Returns the problem of the PDF at a path; null for one that only shows pages. Runs in a thread of its own. */
export default async function findProblem({ path }: { path: string }): Promise<PdfProblem | null> {
  try {
    await inspect(await readFile(path));
    return null;
  } catch (error) {
    return error instanceof Refused ? error.problem : "broken";
  }
}
