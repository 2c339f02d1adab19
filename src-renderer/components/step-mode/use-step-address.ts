import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** Returns the number that a parameter of an address is, or null. */
export const readNumber = (text: string): number | null =>
  /^\d{1,4}$/.test(text) ? Number(text) : null;

type Options = {
  /** Returns the page that the text of the parameter means, or null. */
  read?: (text: string) => number | null;
  /** Stands in front of the page in the address, if that does not say whose steps they are (`?field=a.3`). */
  owner?: string;
};

/**
 * Returns the page of a step mode, which is kept in a parameter of the address to survive a reload, `?cook=3` for
 * example, from 0 to `last`; null while it is closed. Opening it adds an entry to the history, so that Back leaves
 * it. `isUnfit` tells of a parameter of another owner, or of no page.
 */
export function useStepAddress(
  parameter: string,
  last: number,
  { read = readNumber, owner }: Options = {},
) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const value = new URLSearchParams(search).get(parameter);
  const prefix = owner === undefined ? "" : `${owner}.`;
  const page = value?.startsWith(prefix) ? read(value.slice(prefix.length)) : null;
  const at = page === null || page > last ? null : page;
  const withPage = (next: number | null) => {
    const params = new URLSearchParams(search);
    if (next === null) params.delete(parameter);
    else params.set(parameter, `${prefix}${next}`);
    return { search: params.toString() };
  };
  // Keys are pressed faster than pages are rendered: each turns on from the page that the one before asked for.
  const wanted = useRef(0);
  useLayoutEffect(() => void (wanted.current = at ?? 0), [at]);
  const go = (next: number) => {
    wanted.current = Math.min(last, Math.max(0, next));
    void navigate(withPage(wanted.current), { replace: true, state });
  };
  const isEntryOfOurs = typeof state === "object" && state !== null && "opened" in state;
  return {
    at,
    isUnfit: value !== null && at === null,
    open: (next: number) => void navigate(withPage(next), { state: { opened: parameter } }),
    go,
    turn: (by: 1 | -1) => go(wanted.current + by),
    close: () => void (isEntryOfOurs ? navigate(-1) : navigate(withPage(null), { replace: true })),
  };
}

export type StepAddress = ReturnType<typeof useStepAddress>;
