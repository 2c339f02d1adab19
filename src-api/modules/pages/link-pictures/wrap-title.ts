/** Returns the width of a text in px. */
export type MeasureText = (text: string) => number;

/** Splits a word that is wider than a line. */
function splitWord(word: string, width: number, measure: MeasureText): string[] {
  const parts = [""];
  for (const letter of word) {
    const part = parts.at(-1) ?? "";
    if (part !== "" && measure(part + letter) > width) parts.push(letter);
    else parts[parts.length - 1] = part + letter;
  }
  return parts;
}

function wrapSentence(sentence: string, width: number, measure: MeasureText): string[] {
  const words = sentence.split(/ +/).flatMap((word) => splitWord(word, width, measure));
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const wrap = (title: string, width: number, measure: MeasureText): string[] =>
  title
    .trim()
    // A word of one letter stays with the next one, as Polish typesetting asks.
    .replaceAll(/(?<=^|\s)(\p{L})\s+/gu, "$1\u00a0")
    .split(/(?<=[.!?]) +/)
    .flatMap((sentence) => wrapSentence(sentence, width, measure));

/** Steps in px in which lines are made shorter, so that they get similar lengths. */
const step = 12;

/**
 * Breaks a title into lines of similar length that are at most `width` px wide: after sentences, between words, and
 * inside a word only if a line cannot hold it. An ellipsis replaces what is left after `maxLines`.
 */
export function wrapTitle(
  title: string,
  { width, maxLines }: { width: number; maxLines: number },
  measure: MeasureText,
): string[] {
  let lines = wrap(title, width, measure);
  if (lines.length > maxLines) {
    const shown = lines.slice(0, maxLines);
    let last = shown.pop() ?? "";
    while (last !== "" && measure(`${last}…`) > width) last = last.slice(0, -1);
    return [...shown, `${last.trimEnd()}…`];
  }
  const longestWord = Math.max(...title.split(/\s+/).map(measure));
  for (let narrower = width - step; narrower >= longestWord; narrower -= step) {
    const balanced = wrap(title, narrower, measure);
    if (balanced.length > lines.length) break;
    lines = balanced;
  }
  return lines;
}
