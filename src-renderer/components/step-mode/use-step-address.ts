import { useLocation, useNavigate } from "react-router-dom";

/** Returns the number that a parameter of an address is, or null. */
export const readNumber = (text: string): number | null =>
  /^\d{1,4}$/.test(text) ? Number(text) : null;

/**
 * Returns the page of a step mode, which is kept in a parameter of the address to survive a reload, `?cook=3` for
 * example, from 0 to `last`; null while it is closed. `read` returns the page that the text of the parameter means, or
 * null. Opening it adds an entry to the history, so that Back leaves it.
 */
export function useStepAddress(parameter: string, last: number, read = readNumber) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(search).get(parameter) ?? "";
  const page = read(wanted);
  const at = page === null || page > last ? null : page;
  const withPage = (next: number | null) => {
    const params = new URLSearchParams(search);
    if (next === null) params.delete(parameter);
    else params.set(parameter, String(next));
    return { search: params.toString() };
  };
  const isEntryOfOurs = typeof state === "object" && state !== null && "opened" in state;
  return {
    at,
    open: (next: number) => void navigate(withPage(next), { state: { opened: parameter } }),
    go: (next: number) =>
      void navigate(withPage(Math.min(last, Math.max(0, next))), { replace: true, state }),
    close: () => void (isEntryOfOurs ? navigate(-1) : navigate(withPage(null), { replace: true })),
  };
}
export type StepAddress = ReturnType<typeof useStepAddress>;
