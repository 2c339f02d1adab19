import { storedValues } from "./stored-values.ts";

/** Attribute of `<html>` that the desktop app writes while it has a token, which is stored outside the page. */
export const signedInAttribute = "data-signed-in";

/**
 * The only inline script of the page: paints the background before anything else of the app has loaded,
 * dark on a device with a token, since most people who logged in are members. The colours are attributes
 * of `<html>`. docs/decisions/0011-first-paint.md
 */
export const firstPaintScript = `{const r=document.documentElement;let m=r.hasAttribute("${signedInAttribute}");try{m||=!!localStorage.getItem("${storedValues.token.key}")}catch{}r.style.backgroundColor=m?r.dataset.dark:r.dataset.light}`;

/** Its hash for the Content-Security-Policy. */
export const firstPaintHash = "'sha256-WJQT2px0RhPjjz2fkztd18m+ez8oxec7iV60/qtB0ug='";
