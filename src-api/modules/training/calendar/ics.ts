export type DayEvent = {
  /** Stays the same when the event moves to another day. */
  uid: string;
  /** `YYYY-MM-DD`. */
  on: string;
  summary: string;
};

const escapes: Record<string, string> = { "\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n" };

const escaped = (text: string) =>
  text.replaceAll(/\r\n?/g, "\n").replaceAll(/[\\;,\n]/g, (character) => escapes[character] ?? "");

/** Longest line, in octets without its end (RFC 5545, section 3.1). */
const longestLine = 75;

/** Folds a line into several, of which all but the first begin with a space; never within a character. */
function folded(line: string): string {
  const lines = [""];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      lines.push(" ");
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join("\r\n");
}

const compact = (date: string) => date.replaceAll("-", "");

const utcTime = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, "");

const linesOf = ({ uid, on, summary }: DayEvent, stamp: string) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `DTSTAMP:${stamp}`,
  `DTSTART;VALUE=DATE:${compact(on)}`,
  `SUMMARY:${escaped(summary)}`,
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
];

type Calendar = { product: string; name: string; events: readonly DayEvent[]; at: Date };

/** Returns an iCalendar file (RFC 5545) with events of whole days; `at` is when it was made. */
export function formatCalendar({ product, name, events, at }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(product)}//Training//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    ...events.flatMap((event) => linesOf(event, utcTime(at))),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
