import { useEffect, useRef, useState, type ReactNode } from "react";

/** A list longer than this renders only the items near the viewport. */
const maxRendered = 300;

/** Number of items that are rendered or emptied together, depending on the position of the first. */
const partSize = 16;

/**
 * Distance from the viewport within which a part is rendered. Larger than the height of a part, so that no empty item
 * is ever visible.
 */
const marginPx = 8_000;

type Item = { key: string; className?: string | undefined; content: ReactNode };

/** Consecutive items of a list. While they are far from the viewport they are empty, but keep their heights. */
function Part({ items, isLong }: { items: readonly Item[]; isLong: boolean }) {
  const first = useRef<HTMLLIElement>(null);
  /** The heights of the emptied items in px; null while the items are rendered. */
  const [heights, setHeights] = useState<readonly number[] | null>(null);
  const count = items.length;
  useEffect(() => {
    const element = first.current;
    if (!isLong || !element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const all = [...(element.parentElement?.children ?? [])];
        const from = all.indexOf(element);
        const own = all.slice(from, from + count);
        const hasFocus = own.some((item) => item.contains(document.activeElement));
        if (entry?.isIntersecting || hasFocus) setHeights(null);
        else setHeights((known) => known ?? own.map((item) => item.getBoundingClientRect().height));
      },
      { rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setHeights(null);
    };
  }, [isLong, count]);
  return items.map(({ key, className, content }, i) => (
    <li
      key={key}
      ref={i === 0 ? first : undefined}
      className={className}
      style={heights ? { minHeight: heights[i] } : undefined}
    >
      {!heights && content}
    </li>
  ));
}

/** The items of a list; of a long one only those near the viewport are rendered (decision 0032). */
export function ListItems({ items }: { items: readonly Item[] }) {
  const parts = Array.from({ length: Math.ceil(items.length / partSize) }, (_, at) =>
    items.slice(at * partSize, (at + 1) * partSize),
  );
  return parts.map((part) => (
    <Part key={part[0]?.key} items={part} isLong={items.length > maxRendered} />
  ));
}
