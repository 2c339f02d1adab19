import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Entry, Teaser } from "#shared/api/library.ts";
import type { ReadingPosition } from "#shared/api/shelf.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { hashText } from "#shared/text-hash.ts";
import { changeItem, onLeaving, sendPositions, useShelfEntry } from "./changes.ts";

/** Height in px of what may cover the top of the page. */
const covered = 96;

const hashOf = (block: Element) => hashText(block.textContent).toString(36);

/** Returns the paragraphs, headings and lists of a rendered text; none while it loads. */
export const blocksIn = (text: Element): Element[] =>
  [...(text.firstElementChild?.children ?? [])].filter(
    (block) => block.closest("[aria-busy]") === null,
  );

/** Returns the index of the block at the top of the window; the number of blocks below the text's end. */
const topBlock = (blocks: readonly Element[]): number => {
  const top = blocks.findIndex((block) => block.getBoundingClientRect().bottom > covered);
  return top < 0 ? blocks.length : top;
};

/** Returns whether the end of a text is on screen, or was. */
const isRead = (blocks: readonly Element[]): boolean => {
  const last = blocks.at(-1);
  return last !== undefined && last.getBoundingClientRect().bottom <= window.innerHeight;
};

export function positionAt(blocks: readonly Element[], index: number): ReadingPosition | null {
  const block = blocks[index];
  return block ? { position: index, length: blocks.length, hash: hashOf(block) } : null;
}

/** Returns the block of a stored position: the one with the same text, else the same number if the count is unchanged, else null. */
export function findPosition(
  blocks: readonly Element[],
  place: ReadingPosition | null,
): number | null {
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

const useStyles = makeStyles({
  offer: {
    position: "fixed",
    zIndex: 9,
    left: "50%",
    bottom: "24px",
    transform: "translateX(-50%)",
    boxSizing: "border-box",
    display: "flex",
    alignItems: "center",
    gap: "4px",
    width: "max-content",
    maxWidth: "min(560px, calc(100vw - 24px))",
    padding: "6px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground4,
    boxShadow: tokens.shadow16,
    // Above the tab bar.
    [media.tabBar]: { bottom: "calc(68px + env(safe-area-inset-bottom))" },
    [media.print]: { display: "none" },
  },
  go: { minWidth: 0, textAlign: "left" },
  close: { minWidth: "44px", minHeight: "44px", flexShrink: 0 },
});

type OfferProps = { part: string; onAccept: () => void; onDismiss: () => void };

/** Offers to go on where the reader was. It lies above the page, so nothing moves. */
function Offer({ part, onAccept: onTake, onDismiss }: OfferProps) {
  const styles = useStyles();
  const { t } = useTranslation("shelf");
  const look = useButtonLook("accent");
  return (
    <aside aria-label={t("offer.label")} className={styles.offer}>
      <Button {...look} className={mergeClasses(look.className, styles.go)} onClick={onTake}>
        {part ? t("offer.part", { part }) : t("offer.place")}
      </Button>
      <Button
        appearance="subtle"
        className={styles.close}
        icon={<DismissRegular />}
        aria-label={t("offer.dismiss")}
        onClick={onDismiss}
      />
    </aside>
  );
}

/** Scrolls to a block and gives it the focus, so that keyboard and screen reader go on there, too. */
function goTo(block: HTMLElement): void {
  block.tabIndex = -1;
  block.scrollIntoView({ block: "start" });
  block.focus({ preventScroll: true });
}

function useBlocks(text: RefObject<HTMLElement | null>): HTMLElement[] {
  const [blocks, setBlocks] = useState<HTMLElement[]>([]);
  useEffect(() => {
    const element = text.current;
    if (!element) return undefined;
    const read = () => {
      const found = blocksIn(element).filter((block) => block instanceof HTMLElement);
      if (found.length > 0) {
        changes.disconnect();
        setBlocks(found);
      }
    };
    const changes = new MutationObserver(read);
    changes.observe(element, { childList: true, subtree: true });
    read();
    return () => changes.disconnect();
  }, [text]);
  return blocks;
}

/** Without scrolling for that long a reader has arrived somewhere. */
const scrollPauseMs = 1_000;

type Keep = (place: ReadingPosition | null) => void;

/** Keeps the block at the top of the window as the position, but none before the block `from`; null at the end. */
function useFollowedPosition(blocks: readonly Element[], from: number, keep: Keep): void {
  const latest = useRef({ from, keep });
  useLayoutEffect(() => void (latest.current = { from, keep }));
  // The last position is read before the text is removed from the page.
  useLayoutEffect(() => {
    if (blocks.length === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasScrolled = false;
    const savePosition = () => {
      clearTimeout(timer);
      if (!hasScrolled || !blocks[0]?.isConnected) return;
      hasScrolled = false;
      if (isRead(blocks)) return latest.current.keep(null);
      const index = topBlock(blocks);
      if (index > 0 && index >= latest.current.from) latest.current.keep(positionAt(blocks, index));
    };
    const scrolled = () => {
      hasScrolled = true;
      clearTimeout(timer);
      timer = setTimeout(savePosition, scrollPauseMs);
    };
    // This code came with the first scrolling.
    if (window.scrollY > 0) scrolled();
    window.addEventListener("scroll", scrolled, { passive: true });
    const stopLeaving = onLeaving(savePosition);
    return () => {
      savePosition();
      window.removeEventListener("scroll", scrolled);
      stopLeaving();
      sendPositions();
    };
  }, [blocks]);
}

type ReadingFollowerProps = {
  entry: Pick<Teaser, "kind" | "slug">;
  text: RefObject<HTMLElement | null>;
  /** Where the reader was last time, on whichever device. */
  place: ReadingPosition | null;
};

/** Offers a reader the position where they were, and keeps where they are. */
export function ReadingFollower({ entry: { kind, slug }, text, place }: ReadingFollowerProps) {
  const blocks = useBlocks(text);
  const [isOffered, setOffered] = useState(true);
  const known = useRef(place !== null);
  const found = isOffered ? findPosition(blocks, place) : null;
  // A reader who comes back by the history may be there already.
  const wanted = found !== null && topBlock(blocks) < found ? found : null;
  useFollowedPosition(blocks, wanted ?? 0, (next) => {
    if (next === null && !known.current) return;
    known.current = next !== null;
    setOffered(false);
    const change = { type: "place", kind, slug, at: new Date().toISOString() } as const;
    changeItem({ ...change, isKept: next !== null, ...(next && { place: next }) });
  });
  const block = wanted === null ? undefined : blocks[wanted];
  if (wanted === null || !block) return null;
  return (
    <Offer
      part={partOf(blocks, wanted)}
      onAccept={() => {
        setOffered(false);
        goTo(block);
      }}
      onDismiss={() => setOffered(false)}
    />
  );
}

type ReadingProps = { entry: Entry; text: RefObject<HTMLElement | null> };

/** Returns whether the page was scrolled since it is shown. */
function useHasScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const scrolled = () => setScrolled(true);
    window.addEventListener("scroll", scrolled, { once: true, passive: true });
    return () => window.removeEventListener("scroll", scrolled);
  }, []);
  return hasScrolled;
}

/** Follows a reader of a text: from the first scrolling on, or at once to offer the position of last time. */
export function Reading({ entry, text }: ReadingProps) {
  const { data } = useShelfEntry(entry);
  // The position of last time: that in `data` changes while the reader goes on.
  const [place, setPlace] = useState(data?.place);
  // After a press on Save alone, `data` has no position yet.
  if (place === undefined && data?.place !== undefined) setPlace(data.place);
  const hasScrolled = useHasScrolled();
  const isNeeded = place !== undefined && (hasScrolled || place !== null);
  return isNeeded && <ReadingFollower entry={entry} text={text} place={place} />;
}
