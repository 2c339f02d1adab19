/** The order matters: most user agents also name the browsers that they derive from. */
const browsers: [RegExp, string][] = [
  [/\bElectron\//, "Desktop app"],
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const firstMatch = (list: [RegExp, string][], userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns browser and system of a User-Agent header ("Firefox, Windows"), or an empty string. */
export const deviceName = (userAgent: string): string =>
  [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)].filter(Boolean).join(", ");
