import type { Command } from "./commands.ts";

/** Keys by `KeyboardEvent.key` in lower case. */
const commands: Record<string, Command> = {
  " ": { type: "play" },
  k: { type: "play" },
  j: { type: "seek", by: -10 },
  l: { type: "seek", by: 10 },
  arrowleft: { type: "seek", by: -5 },
  arrowright: { type: "seek", by: 5 },
  ",": { type: "frame", by: -1 },
  ".": { type: "frame", by: 1 },
  "<": { type: "speed", by: -1 },
  ">": { type: "speed", by: 1 },
  c: { type: "captions" },
  m: { type: "mute" },
  f: { type: "fullScreen" },
};

const repeated = new Set(["seek", "frame"]);

/** Where keys are typed, or choose. The position's own arrow keys would go by its small steps. */
const fields = "input:not([type=range]), textarea, select, [contenteditable]";

/** What the space bar presses. */
const pressed = "button, a, summary";

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "defaultPrevented" | "target"
>;

/** Returns the command of a key that was pressed in the player; null for other keys, and in fields. */
export function commandOf(press: KeyPress): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return null;
  const own = press.key === " " ? `${fields}, ${pressed}` : fields;
  if (press.target instanceof Element && press.target.closest(own)) return null;
  const command = commands[press.key.toLowerCase()];
  if (!command || (press.repeat && !repeated.has(command.type))) return null;
  return command;
}

/** The keys as the help shows them: one or two of them, by the name of what they do. */
export const keyHelp = [
  ["play", ["space", "K"]],
  ["tenSeconds", ["J", "L"]],
  ["fiveSeconds", ["←", "→"]],
  ["frames", [",", "."]],
  ["speed", ["<", ">"]],
  ["captions", ["C"]],
  ["mute", ["M"]],
  ["fullScreen", ["F"]],
] as const;
