import { useLocation, useNavigate } from "react-router-dom";

/**
 * Returns the page of a step mode, which is kept in a parameter of the address to survive a reload, `?cook=3` for
 * example, from 0 to `last`; null while it is closed. Opening it adds an entry to the history, so that Back leaves
 * it.
 */
export function useStepAddress(parameter: string, last: number) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(search).get(parameter) ?? "";
  const at = /^\d{1,4}$/.test(wanted) && Number(wanted) <= last ? Number(wanted) : null;
  const withPage = (page: number | null) => {
    const params = new URLSearchParams(search);
    if (page === null) params.delete(parameter);
    else params.set(parameter, String(page));
    return { search: params.toString() };
  };
  const isEntryOfOurs = typeof state === "object" && state !== null && "opened" in state;
  return {
    at,
    open: (page: number) => void navigate(withPage(page), { state: { opened: parameter } }),
    go: (page: number) =>
      void navigate(withPage(Math.min(last, Math.max(0, page))), { replace: true, state }),
    close: () => void (isEntryOfOurs ? navigate(-1) : navigate(withPage(null), { replace: true })),
  };
}
export type StepAddress = ReturnType<typeof useStepAddress>;
