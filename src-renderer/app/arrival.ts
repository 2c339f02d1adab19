import { createContext, use } from "react";
import { useNavigationType, type NavigationType } from "react-router-dom";

/** How the page on screen was reached; set by `PageOnScreen`. */
export const Arrival = createContext<NavigationType | null>(null);

/** Hook: how the page on screen was reached. Below `Routes` with a location, `useNavigationType` always says "POP". */
export function useArrival(): NavigationType {
  const type = useNavigationType();
  return use(Arrival) ?? type;
}
