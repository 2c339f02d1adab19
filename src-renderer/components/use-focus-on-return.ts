import { useEffect, useRef } from "react";

/** Focuses a field when its form replaces the question for a code again: what was typed there may be wrong. */
export function useFocusOnReturn(isCodeAsked: boolean, focusField: () => void): void {
  const wasAsked = useRef(isCodeAsked);
  useEffect(() => {
    if (wasAsked.current && !isCodeAsked) focusField();
    wasAsked.current = isCodeAsked;
  });
}
