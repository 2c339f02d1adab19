import type { Link, Nodes, PhrasingContent } from "mdast";

/*
 * What HTML of other programs says that Markdown has no marks for: powers, indices, and marks by a style. The import and the
 * studio's clipboard read it alike; `tests/fixtures/html-cases.ts` has what both are tested with.
 */

/** Text around the contents of an element, and what becomes of the text in it. */
export type Script = { open: string; close: string; map: (value: string) => string };

const signs = "0123456789+-−–=()";
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾";
const lowered = "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎";

/** Ends of ordinal numbers, whose letters Unicode has as raised ones. */
const ordinal = /^(?:st|nd|rd|th|er|re|me)$/;
const raisedLetters: Record<string, string> = {
  d: "ᵈ",
  e: "ᵉ",
  h: "ʰ",
  m: "ᵐ",
  n: "ⁿ",
  r: "ʳ",
  s: "ˢ",
  t: "ᵗ",
};
const trademarks: Record<string, string> = { tm: "™", sm: "℠" };

const mapEach = (change: (sign: string) => string | undefined) => (value: string) =>
  Array.from(value, (sign) => change(sign) ?? sign).join("");
const asWritten = (value: string) => value;

/**
 * Returns how `sup` and `sub` are written as text: "10²", "x^n", "1ˢᵗ", "H₂O".
 *
 * @param words what the element says
 * @param next the text behind it, from which letters without a sign of their own are kept apart: "x^(n)y"
 */
export function scriptOf(tag: "sup" | "sub", words: string, next = ""): Script {
  const inner = words.trim();
  if (/^[\d+\-−–=()\s]*$/.test(inner)) {
    const changed = tag === "sup" ? raised : lowered;
    return { open: "", close: "", map: mapEach((sign) => changed[signs.indexOf(sign)]) };
  }
  if (tag === "sup" && ordinal.test(inner)) {
    return { open: "", close: "", map: mapEach((sign) => raisedLetters[sign]) };
  }
  const trademark = trademarks[inner.toLowerCase()];
  if (tag === "sup" && trademark !== undefined) {
    return { open: trademark, close: "", map: () => "" };
  }
  // marks of notes, and signs such as ®
  if (!/[\p{L}\p{Nd}]/u.test(inner) || /^\[.*\]$/.test(inner)) {
    return { open: "", close: "", map: asWritten };
  }
  const isOneWord = /^[\p{L}\p{Nd}]+$/u.test(inner) && !/^[\p{L}\p{Nd}]/u.test(next);
  const mark = tag === "sup" ? "^" : "_";
  return isOneWord
    ? { open: mark, close: "", map: asWritten }
    : { open: `${mark}(`, close: ")", map: asWritten };
}

/** Marks that a style gives; `false` where it takes away those of the element, null where it says nothing of them. */
export type StyleMarks = {
  isBold: boolean | null;
  isItalic: boolean | null;
  isStruck: boolean;
  script: "sup" | "sub" | null;
};

/** Returns the declarations of a style by their properties: those of Word (`mso-…`) are others than those that they resemble. */
function declarationsOf(style: string): Map<string, string> {
  const found = new Map<string, string>();
  // a semicolon may stand in a quoted name of a font, or in an address
  for (const [part] of style.matchAll(/(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+/g)) {
    const at = part.indexOf(":");
    if (at < 0) continue;
    const value = part.slice(at + 1).replace(/!\s*important/i, "");
    found.set(part.slice(0, at).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return found;
}

const isHeavy = (weight: string | undefined): boolean | null => {
  if (weight === undefined || weight === "inherit") return null;
  return /^bold(?:er)?$/.test(weight) || Number(weight) >= 600;
};

const isSlanted = (slant: string | undefined): boolean | null => {
  if (slant === undefined || slant === "inherit") return null;
  return /^(?:italic|oblique)/.test(slant);
};

/** Returns the marks that a style gives, and those that it takes away, as Google Docs does with the `b` around everything. */
export function marksOfStyle(style: string): StyleMarks {
  const declared = declarationsOf(style);
  const font = declared.get("font")?.split(/\s+/) ?? [];
  const weight = font.find((word) => /^(?:bold(?:er)?|[6-9]00)$/.test(word));
  const slant = font.find((word) => /^(?:italic|oblique)$/.test(word));
  const lines = ["text-decoration", "text-decoration-line"].map((name) => declared.get(name));
  const align = declared.get("vertical-align");
  return {
    isBold: isHeavy(declared.get("font-weight") ?? weight),
    isItalic: isSlanted(declared.get("font-style") ?? slant),
    isStruck: lines.some((value) => value?.includes("line-through")),
    script: align === "super" ? "sup" : align === "sub" ? "sub" : null,
  };
}

type Mark = Extract<PhrasingContent, { type: "strong" | "emphasis" | "delete" }>;
const isMark = (node: Nodes | undefined): node is Mark =>
  node?.type === "strong" || node?.type === "emphasis" || node?.type === "delete";

/** A letter as CommonMark has it for the marks beside it: neither blank nor sign. */
const isLetter = (sign: string | undefined) => sign !== undefined && /[^\s\p{P}\p{S}]/u.test(sign);

/** Returns whether a node begins (`at` 0) or ends (`at` -1) with a letter, within its marks. */
function hasLetterAt(node: Nodes | undefined, at: 0 | -1): boolean {
  if (node?.type === "text") return isLetter(Array.from(node.value).at(at));
  return isMark(node) && hasLetterAt(node.children.at(at), at);
}

/** Takes signs, code and images from an end of a mark (`at` 0: its beginning) until a letter stands there. Returns them in their order. */
function takeSigns(mark: Mark, at: 0 | -1): PhrasingContent[] {
  const taken: PhrasingContent[] = [];
  const keep = (node: PhrasingContent) => (at === 0 ? taken.push(node) : taken.unshift(node));
  for (
    let edge = mark.children.at(at);
    edge && !hasLetterAt(edge, at);
    edge = mark.children.at(at)
  ) {
    if (edge.type === "text") {
      const [signs = ""] =
        (at === 0 ? /^[\s\p{P}\p{S}]+/u : /[\s\p{P}\p{S}]+$/u).exec(edge.value) ?? [];
      keep({ type: "text", value: signs });
      edge.value =
        at === 0 ? edge.value.slice(signs.length) : edge.value.slice(0, -signs.length || undefined);
      if (edge.value !== "") break;
    } else if (isMark(edge)) {
      for (const node of at === 0 ? takeSigns(edge, at) : takeSigns(edge, at).toReversed())
        keep(node);
      if (edge.children.length > 0) break;
    } else if (edge.type === "link") {
      const inner = { ...mark, children: edge.children } as Mark; // what a link may hold, its marks may hold
      keep({ ...edge, children: [inner] as Link["children"] });
    } else keep(edge);
    mark.children.splice(at, 1);
  }
  return taken;
}

/**
 * Moves signs at the ends of bold, italic and struck words out of their marks where a letter is beside them, in place: Markdown
 * does not read "**Note:**the", but "**Note**:the".
 */
export function moveSignsOut(parent: Nodes): void {
  if (!("children" in parent)) return;
  const children: Nodes[] = [];
  for (const [at, child] of parent.children.entries()) {
    moveSignsOut(child);
    if (!isMark(child)) {
      children.push(child);
      continue;
    }
    const before = hasLetterAt(children.at(-1), -1) ? takeSigns(child, 0) : [];
    const after = hasLetterAt(parent.children[at + 1], 0) ? takeSigns(child, -1) : [];
    children.push(...before, ...(child.children.length > 0 ? [child] : []), ...after);
  }
  // of the kinds that were there, and texts among them
  parent.children = children as typeof parent.children;
}
