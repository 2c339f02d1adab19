import { ContentError } from "#api/infra/content-folder/content-error.ts";

/** Hours are optional; some programs write a comma before the milliseconds, as SubRip does. */
const time = String.raw`(?:(\d{1,4}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})`;
const timing = new RegExp(String.raw`^${time}[ \t]+-->[ \t]+${time}((?:[ \t].*)?)$`);

/** Thrown for captions that players would not show; `line` counts from 1. */
export class CaptionsError extends Error {
  override name = "CaptionsError";
  readonly line: number;
  readonly problem: "empty" | "kind" | "cue" | "time" | "order";

  constructor(problem: CaptionsError["problem"], line: number) {
    super(`${problem} in line ${line}`);
    this.line = line;
    this.problem = problem;
  }
}

/** What is wrong with a file of a folder; the studio has texts of its own. */
const captionsProblems: Record<CaptionsError["problem"], string> = {
  empty:
    "there is no cue: captions need lines such as 00:01.000 --> 00:02.500, and text below each",
  kind: "this is no captions file: it has to be in UTF-8, and to begin with WEBVTT or with the first cue of an SRT file",
  cue: "text without a time: a cue begins with a line such as 00:01.000 --> 00:02.500",
  time: "this is no time of a cue, such as 00:01.000 --> 00:02.500",
  order: "the cue ends before it begins",
};

const milliseconds = ([hours = "0", minutes, seconds, ms]: (string | undefined)[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);

const padded = ([hours, minutes = "", seconds, ms]: (string | undefined)[]) =>
  `${hours === undefined ? "" : `${hours.padStart(2, "0")}:`}${minutes.padStart(2, "0")}:${seconds}.${ms}`;

/** Returns a line of times as WebVTT has it. Throws a CaptionsError. */
function readTiming(line: string, at: number): string {
  const found = timing.exec(line.trim());
  if (!found) throw new CaptionsError("time", at);
  const [from, to] = [found.slice(1, 5), found.slice(5, 9)];
  if (milliseconds(to) <= milliseconds(from)) throw new CaptionsError("order", at);
  return `${padded(from)} --> ${padded(to)}${found[9] ?? ""}`;
}

/** Blocks without a cue. */
const isNoCue = (line: string) => /^(NOTE|STYLE|REGION)(\s|$)/.test(line);

/**
 * Returns captions as WebVTT: SRT, a comma in times, Windows' ends of lines and a byte-order mark are read. Throws a CaptionsError that names the line
 * of what a player would leave out in silence. Cues may overlap.
 */
export function readCaptions(text: string): string {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const isVtt = /^WEBVTT(\s|$)/.test(lines[0] ?? "");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) throw new CaptionsError("empty", 1);
  const isSrt = [lines[first], lines[first + 1]].some((line) => line?.includes("-->"));
  if (!isVtt && !isSrt) throw new CaptionsError("kind", first + 1);
  const written: string[] = isVtt ? [] : ["WEBVTT", ""];
  let cues = 0;
  for (let start = isVtt ? 0 : first; start < lines.length;) {
    let end = start;
    while (end < lines.length && lines[end]?.trim() !== "") end += 1;
    const block = lines.slice(start, end);
    const isHead = isVtt && start === 0;
    const at = block.slice(0, 2).findIndex((line) => line.includes("-->"));
    if (at !== -1 && !isHead && !isNoCue(block[0] ?? "")) {
      // a player takes each line with an arrow for the times of another cue
      for (const [index, line] of block.entries()) {
        if (!line.includes("-->")) continue;
        block[index] = readTiming(line, start + index + 1);
        cues += 1;
      }
    } else if (isHead) {
      const wrong = block.findIndex((line) => line.includes("-->"));
      if (wrong !== -1) throw new CaptionsError("cue", wrong + 1);
    } else if (block.length > 0 && !isNoCue(block[0] ?? "")) {
      throw new CaptionsError("cue", start + 1);
    }
    written.push(...block, "");
    start = end + 1;
  }
  if (cues === 0) throw new CaptionsError("empty", 1);
  return `${written.join("\n").replace(/\n+$/, "")}\n`;
}

/** Returns captions in UTF-8 as WebVTT. Throws a CaptionsError. */
export function readCaptionsFile(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CaptionsError("kind", 1);
  }
  return readCaptions(text);
}

/** Throws a ContentError with file and line for captions of a folder that players would not show. */
export function requireCaptions(file: string, bytes: Uint8Array): void {
  try {
    readCaptionsFile(bytes);
  } catch (error) {
    if (!(error instanceof CaptionsError)) throw error;
    const { line, problem } = error;
    throw new ContentError(`${file}:${line}: captions: ${captionsProblems[problem]}`);
  }
}
