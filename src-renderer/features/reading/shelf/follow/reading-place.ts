import type { Place } from "#shared/api/shelf.ts";
import { hashText } from "#shared/text-hash.ts";

/** Height in px of what may cover the top of the page. */
const covered = 96;

const hashOf = (block: Element) => hashText(block.textContent).toString(36);

/** Returns the paragraphs, headings and lists of a rendered text; none while it loads. */
export const blocksIn = (text: Element): Element[] =>
  [...(text.firstElementChild?.children ?? [])].filter(
    (block) => block.closest("[aria-busy]") === null,
  );

/** Returns the index of the block at the top of the window; the number of blocks below the text's end. */
export const topBlock = (blocks: readonly Element[]): number => {
  const top = blocks.findIndex((block) => block.getBoundingClientRect().bottom > covered);
  return top < 0 ? blocks.length : top;
};

/** Returns whether the end of a text is on screen, or was. */
export const isRead = (blocks: readonly Element[]): boolean => {
  const last = blocks.at(-1);
  return last !== undefined && last.getBoundingClientRect().bottom <= window.innerHeight;
};

/** Returns the place at a block. */
export function placeAt(blocks: readonly Element[], index: number): Place | null {
  const block = blocks[index];
  return block ? { position: index, length: blocks.length, hash: hashOf(block) } : null;
}

/**
 * Returns the index of a place in a text, which may have changed since: of the block that says the same, else
 * the same block of as many, as in a translation. Null if it cannot be told, and at the beginning.
 */
export function findPlace(blocks: readonly Element[], place: Place | null): number | null {
  if (!place?.hash || place.position === 0) return null;
  const { position, length, hash } = place;
  const same = blocks.flatMap((each, i) => (hashOf(each) === hash ? [i] : []));
  const nearest = same.toSorted((a, b) => Math.abs(a - position) - Math.abs(b - position))[0];
  if (nearest !== undefined) return nearest;
  return blocks.length === length ? position : null;
}

/** Returns the heading of the part that a block belongs to; empty before the first one. */
export const partOf = (blocks: readonly Element[], index: number): string =>
  blocks
    .slice(0, index + 1)
    .findLast(({ tagName }) => tagName === "H2" || tagName === "H3")
    ?.textContent.trim() ?? "";
