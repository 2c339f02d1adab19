import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { platform } from "../platform/current-platform.ts";

/** Leads where a link or a notification of the system leads, as a click on a link in the page does. */
export function OpenRequests() {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(
    () =>
      platform.onOpenRequest?.((path) => {
        const { pathname, search, hash } = window.location;
        void latest.current(path, { replace: path === pathname + search + hash });
      }),
    [],
  );
  return null;
}
