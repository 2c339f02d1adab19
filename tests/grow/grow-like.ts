/** Names of something that exists, and of its throw-away sibling. */
export type Names = Record<string, string>;

const pattern = (names: Names) =>
  new RegExp(
    Object.keys(names)
      .toSorted((a, b) => b.length - a.length)
      .map((name) => `(?<![A-Za-z])${name}(?![a-z])|(?<=[a-z])${name}(?![a-z])`)
      .join("|"),
    "g",
  );

const renamed = (text: string, names: Names) =>
  text.replace(pattern(names), (name) => names[name] ?? name);

/** Renames in a property, but not the modules that it loads: the copy uses the sibling's. */
const renamedProperty = (text: string, names: Names) =>
  text
    .split(/(import\("[^"]+"\))/)
    .map((part, at) => (at % 2 === 0 ? renamed(part, names) : part))
    .join("");

const count = (line: string, brackets: RegExp) => line.match(brackets)?.length ?? 0;
const depthOf = (line: string) => count(line, /[([{]/g) - count(line, /[)\]}]/g);

/** Returns the number of lines of the property that begins at a line. */
function lengthOfProperty(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? "";
    depth += depthOf(line);
    if (depth <= 0 && /[,;]$/.test(line)) return at - from + 1;
  }
  return 1;
}

/**
 * Copies every property and import of a source whose name is in `names` under the new name: what a
 * developer does first when the compiler reports a missing property.
 */
export function growLike(source: string, names: Names): string {
  const keys = Object.keys(names).join("|");
  const property = new RegExp(`^\\s*"?(${keys})"?: `);
  const inline = new RegExp(`(?<=[{,] )(?:${keys})(?:: [^,{}]+?)?(?=,| })`, "g");
  const lines = source.split("\n");
  const grown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (property.test(line)) {
      const length = lengthOfProperty(lines, at);
      const own = lines.slice(at, at + length);
      grown.push(...own, ...own.map((copied) => renamedProperty(copied, names)));
      at += length - 1;
    } else if (line.startsWith("import ") && renamed(line, names) !== line) {
      grown.push(line, renamed(line, names));
    } else {
      grown.push(line.replace(inline, (entry) => `${entry}, ${renamed(entry, names)}`));
    }
  }
  return grown.join("\n");
}

/** Copies the values of a JSON text whose key is in `names`, with or without a plural form. */
export function growJson(text: string, names: Names): string {
  const grow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grow);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const [, stem = key, form = ""] =
          /^(.+?)(_(?:zero|one|two|few|many|other))?$/.exec(key) ?? [];
        const sibling = names[stem];
        const own: [string, unknown] = [key, grow(inner)];
        return sibling === undefined ? [own] : [own, [sibling + form, inner]];
      }),
    );
  };
  return `${JSON.stringify(grow(JSON.parse(text)), null, 2)}\n`;
}
