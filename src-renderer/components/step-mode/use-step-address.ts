import { useLocation, useNavigate } from "react-router-dom";

/**
 * Returns the page of a step mode, which is kept in a parameter of the address to survive a reload, `?cook=3` for
 * example, from 0 to `last`; null while it is closed. Opening it adds an entry to the history, so that Back leaves
 * it. Where the address of the page does not say whose steps they are, `owner` stands in front of the page
 * (`?field=a.3`), and only its own pages open; `isUnfit` tells of a parameter of another owner, or of no page.
 */
export function useStepAddress(parameter: string, last: number, owner?: string) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const value = new URLSearchParams(search).get(parameter);
  const prefix = owner === undefined ? "" : `${owner}.`;
  const wanted = value?.startsWith(prefix) ? value.slice(prefix.length) : "";
  const at = /^\d{1,4}$/.test(wanted) && Number(wanted) <= last ? Number(wanted) : null;
  const withPage = (page: number | null) => {
    const params = new URLSearchParams(search);
    if (page === null) params.delete(parameter);
    else params.set(parameter, `${prefix}${page}`);
    return { search: params.toString() };
  };
  const isEntryOfOurs = typeof state === "object" && state !== null && "opened" in state;
  return {
    at,
    isUnfit: value !== null && at === null,
    open: (page: number) => void navigate(withPage(page), { state: { opened: parameter } }),
    go: (page: number) =>
      void navigate(withPage(Math.min(last, Math.max(0, page))), { replace: true, state }),
    close: () => void (isEntryOfOurs ? navigate(-1) : navigate(withPage(null), { replace: true })),
  };
}
export type StepAddress = ReturnType<typeof useStepAddress>;
