import { makeStaticStyles } from "@fluentui/react-components";
import { tokens } from "./tokens.ts";

/** Rules that no component owns: the page's ground, focus, and motion for those who want none. */
export const useGlobalStyles = makeStaticStyles({
  html: { scrollPaddingTop: "80px", textSizeAdjust: "100%" },
  body: { margin: 0, minHeight: "100vh", overflowWrap: "break-word" },
  "a:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible": {
    outline: `3px solid ${tokens.colorAccent}`,
    outlineOffset: "2px",
  },
  // Got the focus from us, to be read out; nothing can be done with them.
  "h1[tabindex]:focus-visible, h2[tabindex]:focus-visible, main[tabindex]:focus-visible": {
    outline: "none",
  },
  "@media (prefers-reduced-motion: reduce)": {
    "*, *::before, *::after": {
      animationDuration: "0.01ms !important",
      animationIterationCount: "1 !important",
      transitionDuration: "0.01ms !important",
      scrollBehavior: "auto !important",
    },
  },
});
