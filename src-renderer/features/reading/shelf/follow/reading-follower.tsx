import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Teaser } from "#shared/api/library.ts";
import type { Place } from "#shared/api/shelf.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { changeItem, onLeaving, sendPlaces } from "./changes.ts";
import { blocksIn, findPlace, isRead, partOf, placeAt, topBlock } from "./reading-place.ts";

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
    [media.belowTablet]: { bottom: "calc(68px + env(safe-area-inset-bottom))" },
    [media.print]: { display: "none" },
  },
  go: { minWidth: 0, textAlign: "left" },
  close: { minWidth: "44px", minHeight: "44px", flexShrink: 0 },
});

type OfferProps = { part: string; onTake: () => void; onDismiss: () => void };

/** Offers to go on where the reader was. It lies above the page, so nothing moves. */
function Offer({ part, onTake, onDismiss }: OfferProps) {
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

/** Returns the blocks of a text once they are there. */
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

/** ms without scrolling after which a reader has arrived somewhere. */
const rests = 1_000;

type Keep = (place: Place | null) => void;

/**
 * Keeps the block at the top of the window as the reader's place, and null at the end of the text. Before the
 * block `from`, where the reader once was, it keeps nothing.
 */
function useFollowedPlace(blocks: readonly Element[], from: number, keep: Keep): void {
  const latest = useRef({ from, keep });
  useLayoutEffect(() => void (latest.current = { from, keep }));
  // The last place is read before the text is removed from the page.
  useLayoutEffect(() => {
    if (blocks.length === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasScrolled = false;
    const look = () => {
      clearTimeout(timer);
      if (!hasScrolled || !blocks[0]?.isConnected) return;
      hasScrolled = false;
      if (isRead(blocks)) return latest.current.keep(null);
      const index = topBlock(blocks);
      if (index > 0 && index >= latest.current.from) latest.current.keep(placeAt(blocks, index));
    };
    const scrolled = () => {
      hasScrolled = true;
      clearTimeout(timer);
      timer = setTimeout(look, rests);
    };
    // This code came with the first scrolling.
    if (window.scrollY > 0) scrolled();
    window.addEventListener("scroll", scrolled, { passive: true });
    const stopLeaving = onLeaving(look);
    return () => {
      look();
      window.removeEventListener("scroll", scrolled);
      stopLeaving();
      sendPlaces();
    };
  }, [blocks]);
}

type ReadingFollowerProps = {
  entry: Pick<Teaser, "kind" | "slug">;
  text: RefObject<HTMLElement | null>;
  /** Where the reader was last time, on whichever device. */
  place: Place | null;
};

/** Offers a reader the place where they were, and keeps where they are. */
export function ReadingFollower({ entry: { kind, slug }, text, place }: ReadingFollowerProps) {
  const blocks = useBlocks(text);
  const [isOffered, setOffered] = useState(true);
  const known = useRef(place !== null);
  const found = isOffered ? findPlace(blocks, place) : null;
  // A reader who comes back by the history may be there already.
  const wanted = found !== null && topBlock(blocks) < found ? found : null;
  useFollowedPlace(blocks, wanted ?? 0, (next) => {
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
      onTake={() => {
        setOffered(false);
        goTo(block);
      }}
      onDismiss={() => setOffered(false)}
    />
  );
}
