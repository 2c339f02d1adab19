import { makeStaticStyles } from "@fluentui/react-components";
import { documentRules, printRules, reducedMotionRules } from "./document-rules.ts";
import { focusRingRules } from "./focus-ring.ts";

/** Global rules: background, focus ring, overlays, print and reduced motion. */
export const useGlobalStyles = makeStaticStyles([
  {
    html: { scrollPaddingTop: "80px", textSizeAdjust: "100%" },
    body: { margin: 0, minHeight: "100vh", overflowWrap: "break-word" },
    ...focusRingRules,
    ...documentRules,
  },
  printRules,
  reducedMotionRules,
]);
