import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The static and instance members that a class of Electron declares. */
type Members = { statics: Set<string>; instance: Set<string> };

const lines = readFileSync(
  fileURLToPath(import.meta.resolve("electron/electron.d.ts")),
  "utf8",
).split("\n");

/** Returns the lines of a block indented by two spaces: `class Tray … {` or `namespace Main {`. */
function block(start: RegExp): { head: string; body: string[] } {
  const first = lines.findIndex((line) => start.test(line));
  if (first < 0) return { head: "", body: [] };
  const last = lines.indexOf("  }", first);
  return { head: lines[first] ?? "", body: lines.slice(first + 1, last) };
}

function readMembers(type: string): Members {
  const { head, body } = block(new RegExp(`^  (?:class|interface) ${type} `));
  const parent = /extends (?:Electron\.)?(\w+)/.exec(head)?.[1];
  const members = parent ? membersOf(parent) : { statics: [], instance: [] };
  const [statics, instance] = [new Set(members.statics), new Set(members.instance)];
  for (const line of body) {
    const [, isStatic, name] = /^ {4}(static )?(?:readonly )?(\w+)[?(:<]/.exec(line) ?? [];
    if (name && name !== "constructor") (isStatic ? statics : instance).add(name);
  }
  return { statics, instance };
}

const known = new Map<string, Members>();

/** Returns the members that Electron's types declare for a class or interface, with inherited ones. */
export function membersOf(type: string): Members {
  const members = known.get(type) ?? readMembers(type);
  known.set(type, members);
  return members;
}

/** Returns the names that a main process can import from "electron". */
export const mainExports = (): string[] =>
  ["Main", "Common"].flatMap((name) =>
    block(new RegExp(`^  namespace ${name} {`)).body.flatMap(
      (line) => /^ {4}(?:const|class) (\w+)/.exec(line)?.[1] ?? [],
    ),
  );
