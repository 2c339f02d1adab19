import { tokens } from "./tokens.ts";

/** Width in px of each of the ring's two tones. */
const tone = 2;

/**
 * The one ring around what has the keyboard's focus: light within dark, so that one of the two stands
 * out from any ground.
 */
const ring = {
  outline: `${tone}px solid ${tokens.colorFocusOuter} !important`,
  outlineOffset: `${tone}px !important`,
  boxShadow: `0 0 0 ${tone}px ${tokens.colorFocusInner} !important`,
};

/** The same within the element's edge, where one stands close to the next. */
const innerRing = {
  outline: `${tone}px solid ${tokens.colorFocusOuter} !important`,
  outlineOffset: `-${2 * tone}px !important`,
  boxShadow: `inset 0 0 0 ${tone}px ${tokens.colorFocusInner} !important`,
};

const none = { outline: "none !important", boxShadow: "none !important" };

/** Fluent's fields, whose own input lies within their frame, or is invisible. */
const fields = ["Input", "Textarea", "Select", "Checkbox", "Radio", "Switch"];
const control = ":is(input, textarea, select):focus-visible";
const within = (inside: string) =>
  fields.map((name) => `.fui-${name}:has(> ${control})${inside}`).join(", ");

/** Marks a link whose `::after` covers the card that it opens: the ring is the card's. */
export const ringOnCard = { "data-focus-ring": "card" };
const card = "[data-focus-ring='card']:focus-visible";

/** Rules of the ring, for the whole document; they win over those that Fluent's components bring. */
export const focusRingRules = {
  ":focus-visible": ring,
  "[role^='menuitem']:focus-visible": innerRing,
  [within("")]: ring,
  [`${within(` > ${control}`)}, ${card}`]: none,
  [`${card}::after`]: { ...ring, borderRadius: tokens.borderRadiusXLarge },
  // Got the focus from us, to be read out; nothing can be done with them.
  ":is(h1, h2, main, ul, [role='status'], [role='alert'])[tabindex='-1']:focus-visible": none,
};
