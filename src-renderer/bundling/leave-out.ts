import { resolve } from "node:path";
import { inspect } from "node:util";
import type { Plugin } from "vite";
import { paletteSource } from "./palette-tokens.ts";
import { replaceDeclaration, type Replacement } from "./replace-declaration.ts";

/** Fails where code that was left out is run after all. */
const neverRun = `() => { throw new Error("This code was left out of the build: leave-out.ts"); }`;

const i18next = /\/i18next\/dist\/esm\/i18next\.js$/;
const reactRouter = /\/react-router\/dist\/development\//;
const launchDarkly = /\/launchdarkly-js-client-sdk\/dist\/ldclient\.es\.js$/;

/** Modules of packages that the renderer has no use for, by their paths, and what takes their place. */
const modules: { path: RegExp; source: string | ((path: string) => string) }[] = [
  // Only `create`, `request` and the errors are used: not the other helpers of the package.
  {
    path: /\/axios\/index\.js$/,
    source: `import Axios from "./lib/core/Axios.js";
    import mergeConfig from "./lib/core/mergeConfig.js";
    import defaults from "./lib/defaults/index.js";
    export { default as AxiosError } from "./lib/core/AxiosError.js";
    export default { create: (config) => new Axios(mergeConfig(defaults, config)) };`,
  },
  // axios sends with XMLHttpRequest, which every browser and Electron have.
  {
    path: /\/axios\/lib\/adapters\/adapters\.js$/,
    source: `import xhr from "./xhr.js"; export default { getAdapter: () => xhr };`,
  },
  {
    path: /\/axios\/lib\/core\/InterceptorManager\.js$/,
    source: "export default class InterceptorManager { forEach() {} }",
  },
  // Bodies are JSON, and api-client/transport.ts writes the query. It sends no XSRF cookie.
  {
    path: /\/axios\/lib\/helpers\/(toFormData|formDataToJSON|toURLEncodedForm|AxiosURLSearchParams)\.js$/,
    source: `export default ${neverRun};`,
  },
  { path: /\/axios\/lib\/helpers\/cookies\.js$/, source: `export default { read: ${neverRun} };` },
  {
    path: /\/axios\/lib\/helpers\/progressEventReducer\.js$/,
    source: `export const progressEventReducer = ${neverRun};`,
  },
  // The names of all tokens: each is the name of its CSS variable, as in theme/tokens.ts.
  {
    path: /\/@fluentui\/tokens\/lib\/tokens\.js$/,
    source: "export const tokens = new Proxy({}, { get: (_, name) => `var(--${String(name)})` });",
  },
  {
    path: /\/@fluentui\/tokens\/lib\/alias\/(light|dark)ColorPalette\.js$/,
    source: paletteSource,
  },
  // Griffel mirrors every style for languages that are written from right to left. There are none:
  // tests/locales.test.ts points here once there is one.
  {
    path: /\/rtl-css-js\/dist\/esm\/core\.js$/,
    source:
      "export const convert = (styles) => styles;" +
      "export const convertProperty = (key, value) => ({ key, value });",
  },
  // Marks the element that has a focus ring by Fluent's rules: theme/focus-ring.ts goes by `:focus-visible`.
  {
    path: /\/@fluentui\/react-tabster\/lib\/hooks\/useFocusVisible\.js$/,
    source: `import { useRef } from "react"; export const useFocusVisible = () => useRef(null);`,
  },
  // Assigns texts as markup, which the Content-Security-Policy forbids.
  {
    path: /\/decode-named-character-reference\/index\.dom\.js$/,
    source: `export * from ${JSON.stringify(resolve(import.meta.dirname, "../components/decode-entity.ts"))};`,
  },
  // A copy of what every browser and Electron have.
  {
    path: /\/@ungap\/structured-clone\/esm\/index\.js$/,
    source: "export default (value) => structuredClone(value);",
  },
];

type Declaration = Replacement & { path: RegExp };

/** Functions, classes and constants in modules that are needed otherwise. */
const declarations: Declaration[] = [
  // React Router's framework mode and data routers: this app has neither.
  ...[
    "PrefetchPageLinks",
    "useViewTransitionState",
    "RenderErrorBoundary",
    "AwaitErrorBoundary",
    "RemixErrorBoundary",
    "DefaultErrorComponent",
    "Form",
  ].map((declares) => ({ path: reactRouter, declares, by: neverRun })),
  { path: reactRouter, declares: "usePrefetchBehavior", by: "() => [false, null, {}]" },
  // i18next gets its texts from i18n.ts, not from a backend, and no text formats its values.
  {
    path: i18next,
    declares: "Connector",
    by: "class { state = {}; on() {} load(languages, namespaces, loaded) { loaded(); } }",
  },
  { path: i18next, declares: "Formatter", by: `class { format = ${neverRun}; }` },
  // There is one instance. No text contains another one, and no language is written from right to left.
  { path: i18next, declares: "I18n.cloneInstance", by: neverRun },
  { path: i18next, declares: "Interpolator.nest", by: "(text) => text" },
  { path: i18next, declares: "I18n.dir", by: '() => "ltr"' },
  // flag-client.ts turns off events, diagnostics and goals.
  { path: launchDarkly, declares: "eventCapacityExceeded()", by: "() => ({})" },
  { path: launchDarkly, declares: "X-LaunchDarkly-Payload-ID", by: "() => ({})" },
  { path: launchDarkly, declares: "DiagnosticsAccumulator:", by: "{}" },
  { path: launchDarkly, declares: '"/sdk/goals/"', by: neverRun },
  // Its messages go to a logger that prints nothing, or into errors of which only the name is read.
  {
    path: launchDarkly,
    declares: "bootstrapInvalid:",
    by: "new Proxy({}, { get: () => () => '' })",
  },
  // The rules of fields are those of a schema; these are for forms without one.
  {
    path: /\/react-hook-form\/dist\/index\.esm\.mjs$/,
    declares: "validateField",
    by: neverRun,
  },
  // The Markdown writer that comes with remark-gfm: Markdown is only rendered here, and to HTML.
  {
    path: /\/mdast-util-gfm\/lib\/index\.js$/,
    declares: "gfmToMarkdown",
    by: "() => ({ extensions: [] })",
  },
  { path: /\/property-information\/index\.js$/, declares: "svg", by: "html" },
];

/** The statements that keep unused components in the build: they only name them for developers. */
const displayNames = /^\w+\.displayName = ".*";$/gm;

// React Router names its development build as the one to bundle; this is all that differs.
const inProduction = (code: string) =>
  code
    .replace("ENABLE_DEV_WARNINGS = true", "ENABLE_DEV_WARNINGS = false")
    .replace(displayNames, "");

/**
 * Leaves code out of the build that is never run. Fails if a package no longer contains it, except in a
 * `partial` build, which has only some of the packages.
 */
export function leaveOut({ partial = false } = {}): Plugin {
  const missing = new Set<unknown>();
  return {
    name: "leave-out",
    apply: "build",
    buildStart() {
      for (const each of [...modules, ...declarations]) missing.add(each);
    },
    load(id) {
      const file = id.replaceAll("\\", "/");
      const replaced = modules.find(({ path }) => path.test(file));
      missing.delete(replaced);
      if (typeof replaced?.source === "function") return replaced.source(file);
      return replaced?.source ?? null;
    },
    transform(code, id) {
      const path = id.replaceAll("\\", "/");
      const start = reactRouter.test(path) ? inProduction(code) : code;
      const result = declarations.reduce((before, declaration) => {
        const after = declaration.path.test(path) ? replaceDeclaration(before, declaration) : null;
        if (after !== null) missing.delete(declaration);
        return after ?? before;
      }, start);
      return result === code ? null : result;
    },
    buildEnd(error) {
      if (error || partial || missing.size === 0) return;
      this.error(`leave-out.ts names what is not in the build: ${inspect(missing)}`);
    },
  };
}
