import type { RefObject } from "react";
import type { ListAnswer } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import type { ListFilter, Suitability } from "./list-filter.ts";

/** What the list of the first page hands over to the long list. */
export type LongListProps = {
  kind: ContentKind;
  filter: ListFilter & Suitability;
  /** Query of the links to the entries: "?dog=…". */
  query: string;
  first: ListAnswer;
  withLead: boolean;
  /** Whether its first entry beyond the first page gets the focus. */
  takesFocus: boolean;
  /** The cards of the first page, while they are shown: the long list takes their place. */
  plain: RefObject<HTMLUListElement | null>;
  /** Moves the focus to the search. */
  onSearch: () => void;
};

/** A place in a list: the number of the entry at the top of the window, and how far that is below it, in px. */
export type Place = { index: number; top: number };

/** Returns the place that the entry of the history has; null without one. */
export function placeInHistory(): Place | null {
  const state: unknown = window.history.state;
  const place: unknown =
    typeof state === "object" && state !== null && "listPlace" in state ? state.listPlace : null;
  if (typeof place !== "object" || place === null) return null;
  if (!("index" in place && "top" in place)) return null;
  const { index, top } = place;
  return typeof index === "number" && typeof top === "number" ? { index, top } : null;
}

/** Returns the cursor in the address at which a list begins; null without one. */
export const startInAddress = (): string | null =>
  new URLSearchParams(window.location.search).get("from");

/** Returns whether the page was left, or is opened, in the middle of a long list. */
export const startsLong = (): boolean => placeInHistory() !== null || startInAddress() !== null;

/**
 * Writes the place in a list into a parameter of the address, and the exact one into the entry of the history, without
 * telling the router: nothing on the page depends on it until the page is loaded again.
 */
export function writeListPlace(
  place: Place | null,
  name: "from" | "pages",
  value: string | null,
): void {
  const url = new URL(window.location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  // What React Router stores there
  const state: unknown = window.history.state;
  const others = typeof state === "object" ? state : {};
  window.history.replaceState({ ...others, ...(place && { listPlace: place }) }, "", url);
}
