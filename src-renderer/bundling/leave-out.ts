import type { Plugin } from "vite";

/** Modules of packages that the renderer has no use for, by their paths, and what takes their place. */
const replaced: [path: RegExp, source: string][] = [
  // axios sends with XMLHttpRequest, which every browser and Electron have.
  [/\/axios\/lib\/adapters\/fetch\.js$/, "export const getFetch = () => null;"],
  // The names of all tokens: each is the name of its CSS variable, as in theme/tokens.ts.
  [
    /\/@fluentui\/tokens\/lib\/tokens\.js$/,
    "export const tokens = new Proxy({}, { get: (_, name) => `var(--${String(name)})` });",
  ],
  // Griffel mirrors every style for languages that are written from right to left. There are none:
  // tests/locales.test.ts points here once there is one.
  [
    /\/rtl-css-js\/dist\/esm\/core\.js$/,
    "export const convert = (styles) => styles;" +
      "export const convertProperty = (key, value) => ({ key, value });",
  ],
  // The Markdown writer that comes with remark-gfm: Markdown is only rendered here.
  [/\/mdast-util-to-markdown\/index\.js$/, "export const defaultHandlers = {};"],
];

/** Leaves code out of the build that is never run. */
export function leaveOut(): Plugin {
  return {
    name: "leave-out",
    apply: "build",
    // React Router names its development build as the one to bundle; this is all that differs.
    transform: (code, id) =>
      /\/react-router\/dist\/development\//.test(id.replaceAll("\\", "/"))
        ? code.replace("ENABLE_DEV_WARNINGS = true", "ENABLE_DEV_WARNINGS = false")
        : null,
    load: (id) => replaced.find(([path]) => path.test(id.replaceAll("\\", "/")))?.[1] ?? null,
  };
}
