import { useLocation, useNavigate } from "react-router-dom";

/**
 * Returns the page of the cook mode, which is kept in the address to survive a reload: `?cook=0` are the
 * ingredients, `?cook=3` the third step; null while it is closed. Opening it adds an entry to the history, so
 * that Back leaves it.
 */
export function useCookAddress(steps: number) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(search).get("cook") ?? "";
  const at = /^\d{1,4}$/.test(wanted) && Number(wanted) <= steps ? Number(wanted) : null;
  const withPage = (page: number | null) => {
    const params = new URLSearchParams(search);
    if (page === null) params.delete("cook");
    else params.set("cook", String(page));
    return { search: params.toString() };
  };
  const isEntryOfOurs = typeof state === "object" && state !== null && "cooks" in state;
  return {
    at,
    open: (page: number) => void navigate(withPage(page), { state: { cooks: true } }),
    go: (page: number) =>
      void navigate(withPage(Math.min(steps, Math.max(0, page))), { replace: true, state }),
    close: () => void (isEntryOfOurs ? navigate(-1) : navigate(withPage(null), { replace: true })),
  };
}
export type CookAddress = ReturnType<typeof useCookAddress>;
