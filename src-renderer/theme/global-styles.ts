import { makeStaticStyles } from "@fluentui/react-components";
import { focusRingRules } from "./focus-ring.ts";
import { media, tokens } from "./tokens.ts";

/** Surfaces of Fluent that lie above the page. */
const overlays = ".fui-DialogSurface, .fui-MenuPopover, .fui-OverlayDrawer, .fui-Tooltip__content";

const invalid = "[aria-invalid='true']";

/** Rules for the whole document: overlays, fields with an error, line breaks. */
const documentRules = {
  // One step lighter than the page and its cards, by other values of the tokens that Fluent uses there.
  [overlays]: {
    "--colorNeutralBackground1": tokens.colorOverlay,
    "--colorNeutralBackground1Hover": tokens.colorOverlayHover,
    "--colorNeutralBackground1Pressed": tokens.colorOverlayHover,
    "--colorNeutralBackground1Selected": tokens.colorOverlayHover,
    "--colorSubtleBackgroundHover": tokens.colorOverlayHover,
    "--colorSubtleBackgroundPressed": tokens.colorOverlayHover,
    "--colorNeutralStroke2": tokens.colorNeutralStroke1,
  },
  // Asks for lines of equal length in titles, and for no single word on the last line of a text.
  "h1, h2, h3, h4, summary, legend, .fui-DialogTitle": { textWrap: "balance" },
  "p, li, dd, blockquote": { textWrap: "pretty" },
  // Fluent shows that a field is invalid only until it gets the focus.
  [`.fui-Input:has(> ${invalid}), .fui-Textarea:has(> ${invalid}), .fui-Select__select${invalid}`]:
    {
      border: `1px solid ${tokens.colorDanger} !important`,
    },
  [`.fui-Input:has(> ${invalid})::after, .fui-Textarea:has(> ${invalid})::after`]: {
    borderBottomColor: `${tokens.colorDanger} !important`,
  },
  [`[type='checkbox']${invalid}`]: { outline: `2px solid ${tokens.colorDanger}` },
};

/** Rules with a media query are texts: Griffel leaves out nested objects of static styles. */
const printRules = `@page { margin: 10mm; }
@media print {
  html { background: #ffffff !important; }
  /* A window's height, and what is only announced, would take an empty sheet. */
  body { margin: 0 !important; min-height: 0 !important; }
  [class*='fui-AriaLive'] { display: none; }
  /* The menu with "Print" is still open. */
  .fui-MenuPopover { display: none !important; }
  h1, h2, h3, h4, thead { break-after: avoid; }
  h1, h2, h3, h4, li, tr, blockquote, figure { break-inside: avoid; }
  p, li, blockquote { orphans: 2; widows: 2; }
  :has([data-printed-alone]) > :not(:has([data-printed-alone]), [data-printed-alone]) { display: none !important; }
}`;

/** What is focused or scrolled to begins below the bar at the top, which does not stay in view in low windows. */
const belowTopBarRules = `${media.low} {
  html { scroll-padding-top: 16px; }
}`;

/**
 * On phones what is focused or scrolled to begins below the player of a video as well, which stays in view there. By its margin:
 * with more scroll padding the page would scroll when the player's own controls get the focus.
 */
const belowPlayerRules = `@media (max-width: 640px) and (min-height: 561px) {
  html:has([data-player-stage]) #content :not([data-player-stage], [data-player-stage] *) {
    scroll-margin-top: calc(72vw + 60px);
  }
}`;

/** What is focused or scrolled to ends above the tab bar of members, which stays in view but in low windows. */
const aboveTabBarRules = `${media.tabBar} {
  html:has(#tab-bar) { scroll-padding-bottom: calc(68px + env(safe-area-inset-bottom)); }
}`;

/** Controls and menu entries that are chosen, pressed or current. Today in a calendar is no choice. */
const chosen =
  ":is([aria-pressed='true'], [aria-selected='true'], [aria-current]:not([aria-current='false'], [aria-current='date'], tr))";

/** Forced colours drop backgrounds and shadows, by which these states are seen otherwise. */
const forcedColorRules = `@media (forced-colors: active) {
  ${chosen} {
    forced-color-adjust: none !important;
    background-color: Highlight !important;
    color: HighlightText !important;
    border-color: HighlightText !important;
  }
  ${chosen} :not(img, svg *) { background-color: transparent !important; color: HighlightText !important; }
  ${chosen}:focus-visible { outline-color: CanvasText !important; }
  tr[aria-current='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
  [aria-current='date'] { text-decoration: underline; text-underline-offset: 4px; }
}`;

/**
 * While a dialog is open, Fluent hides the overflow of the body as well as that of the document. Menus and bars that are sticky would
 * leave the window of a scrolled page, and the page would be at its top afterwards.
 */
const scrolledPageRules = "body { overflow-y: visible !important; }";

/** Fluent's toasts measure the time with an animation that nobody sees. */
const reducedMotionRules = `@media (prefers-reduced-motion: reduce) {
  *:not([data-timer-status]), *::before, *::after {
    animation-duration: 0.01ms !important;
    animation-iteration-count: 1 !important;
    transition-duration: 0s !important;
    scroll-behavior: auto !important;
  }
}`;

/** Global rules: background, focus ring, overlays, print and reduced motion. */
export const useGlobalStyles = makeStaticStyles([
  {
    html: { scrollPaddingTop: "80px", textSizeAdjust: "100%" },
    body: { margin: 0, minHeight: "100vh", overflowWrap: "break-word" },
    ...focusRingRules,
    ...documentRules,
  },
  printRules,
  scrolledPageRules,
  belowTopBarRules,
  belowPlayerRules,
  aboveTabBarRules,
  forcedColorRules,
  reducedMotionRules,
]);
