import { makeStaticStyles } from "@fluentui/react-components";
import { focusRingRules } from "./focus-ring.ts";
import { documentRules } from "./document-rules.ts";

/** Global rules: background, focus ring, and reduced motion. */
export const useGlobalStyles = makeStaticStyles({
  html: { scrollPaddingTop: "80px", textSizeAdjust: "100%" },
  body: { margin: 0, minHeight: "100vh", overflowWrap: "break-word" },
  ...focusRingRules,
  ...documentRules,
  "@media (prefers-reduced-motion: reduce)": {
    "*, *::before, *::after": {
      animationDuration: "0.01ms !important",
      animationIterationCount: "1 !important",
      transitionDuration: "0.01ms !important",
      scrollBehavior: "auto !important",
    },
  },
});
