import { type SVGAttributes, useEffect, useRef, useState } from "react";
import { createChunk } from "../load-chunk.ts";
import { emptyMarkup } from "../trusted-types.ts";

const chunk = createChunk(() => import("./drawing/drawings.ts"));

// The server renders each page at once, with its pictures.
if (import.meta.env.SSR) await chunk.load();

type Drawings = Awaited<ReturnType<typeof chunk.load>>;

/** Starts to fetch the code that draws, before the first picture is rendered; a failure is silent. */
export const loadDrawings = (): void => void chunk.load().catch(() => {});

const drawingsAtHand = (): Drawings | null => {
  const outcome = chunk.outcome();
  return outcome && "value" in outcome ? outcome.value : null;
};

type PictureProps = Omit<SVGAttributes<SVGSVGElement>, "children" | "dangerouslySetInnerHTML"> & {
  /** Returns the content of the picture. It is called once: another picture needs another `key`. */
  draw: (drawings: Drawings) => string;
};

/**
 * A decorative drawing: an `<svg>` whose content is a string. What the server rendered stays as it is,
 * without the code that drew it; elsewhere the picture is empty until that code has loaded, or if it does
 * not load (docs/decisions/0017-pictures-in-the-html.md).
 */
export function Picture({ draw, ...attributes }: PictureProps) {
  const element = useRef<SVGSVGElement>(null);
  const [content, setContent] = useState(() => {
    const drawings = drawingsAtHand();
    return drawings ? drawings.drawn(draw(drawings)) : emptyMarkup;
  });
  useEffect(() => {
    if (element.current?.firstChild) return;
    let shown = true;
    chunk.load().then(
      (drawings) => shown && setContent(drawings.drawn(draw(drawings))),
      () => {},
    );
    return () => {
      shown = false;
    };
  });
  return (
    <svg
      ref={element}
      aria-hidden="true"
      focusable="false"
      {...attributes}
      // React compares no content and leaves that of the server.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
