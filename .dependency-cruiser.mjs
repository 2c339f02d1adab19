/**
 * Which files may import which, and which may name drizzle-orm: docs/architecture.md.
 *
 * Tests and `testing/` folders may import everything. Each rule lists what a folder may import of
 * our own files; packages are allowed unless a rule names them.
 */

const shared = "^src-shared/";
const art = "^resources/art/";
const renderer = (...folders) => folders.map((folder) => `^src-renderer/${folder}/`);

/**
 * Forbids imports of our own files that match none of the patterns; `fromNot` exempts importing
 * files.
 */
const mayImport = (name, from, patterns, fromNot) => ({
  name,
  severity: "error",
  from: { path: from, ...(fromNot && { pathNot: fromNot }) },
  to: { path: "^(src-|resources|locales|tests|package\\.json)", pathNot: patterns },
});

/** Forbids packages by the path they resolve to. */
const forbidPackages = (name, from, to) => ({ name, severity: "error", from, to });

/** A table of a module, to which foreign keys of others refer. */
const schema = "^src-api/modules/([^/]+)/[^.]*schema\\.ts$";

/** The modules of the API, the lowest first: each may import those before it, so that none is part of a circle. */
const moduleOrder = [
  "flags",
  "membership",
  "accounts",
  "billing",
  "announcements",
  "audit",
  "contact",
  "readers",
  "dogs",
  "redirects",
  "library",
  "shows",
  "shelf",
  "training",
  "members",
  "mailings",
  "settings",
  "pages",
  "webhooks",
  "board",
  "installation",
];

/** The features of the interface, the lowest first. */
const featureOrder = [
  "desktop-app",
  "contact",
  "legal",
  "audit-trail",
  "dogs",
  "reading",
  "offline",
  "training",
  "cooking",
  "video",
  "shows",
  "sign-in",
  "billing",
  "account",
  "mailings",
  "announcements",
  "members",
  "orders",
  "discounts",
  "studio",
  "settings",
  "board",
  "installation",
];

/** Forbids imports of the folders that follow in an order, and folders that are missing from it. */
const importsDownwards = (root, order, pathNot) => [
  ...order.slice(0, -1).map((folder, index) => ({
    name: `${folder}: only folders below it`,
    severity: "error",
    from: { path: `^${root}/${folder}/` },
    to: { path: `^${root}/(${order.slice(index + 1).join("|")})/`, ...(pathNot && { pathNot }) },
  })),
  {
    name: `every folder of ${root} is in the order`,
    severity: "error",
    from: { path: `^${root}/`, pathNot: `^${root}/(${order.join("|")})/` },
    to: {},
  },
];

/** Files that a module may import; `$1` is the module itself. */
const moduleImports = [
  "^package\\.json$",
  "^src-api/modules/$1/",
  "^src-api/modules/[^/]+/module\\.ts$",
  "^src-api/(http|infra)/",
  "^src-api/(portal|config|brand)\\.ts$",
  "^resources/",
  shared,
];

const folders = {
  "src-renderer/app, server and main": [
    "^src-renderer/(app/|server/|main\\.tsx)",
    ["^src-renderer/", "^locales/", art, shared],
  ],
  "features: other features, never app": [
    "^src-renderer/features/",
    [
      "^src-renderer/features/",
      ...renderer("components", "session", "purchase", "preferences", "api-client", "platform"),
      ...renderer("flags", "i18n", "theme"),
      art,
      shared,
    ],
  ],
  components: [
    "^src-renderer/components/",
    [...renderer("components", "platform", "i18n", "theme"), art, shared],
  ],
  "session, purchase, preferences": [
    "^src-renderer/(session|purchase|preferences)/",
    [...renderer("session", "purchase", "preferences", "api-client", "platform"), shared],
  ],
  flags: [
    "^src-renderer/flags/",
    [...renderer("flags", "api-client", "platform", "session"), shared],
  ],
  "api-client, platform": ["^src-renderer/(api-client|platform)/", ["^src-renderer/$1/", shared]],
  i18n: ["^src-renderer/i18n/", [...renderer("i18n", "platform"), "^locales/", shared]],
  bundling: ["^src-renderer/bundling/", ["^src-renderer/bundling/", shared]],
  "service worker": ["^src-renderer/service-worker/", ["^src-renderer/service-worker/", shared]],
  theme: ["^src-renderer/theme/", [...renderer("theme", "platform"), shared]],
  "main process": [
    "^src-main/",
    ["^src-main/", "^locales/", "^resources/brand/", "^package\\.json$", shared],
    // A command, which is not a part of the app.
    "^src-main/updates/manifest/renew-manifests\\.ts$",
  ],
  preload: ["^src-preload/", ["^src-preload/", shared]],
  "src-shared": ["^src-shared/", [shared]],
  migrations: ["^src-api/infra/database/migrations/", ["^$"]],
  "infra: never http, never a module": [
    "^src-api/infra/",
    ["^src-api/(infra/|config\\.ts)", "^locales/", shared],
  ],
  "http: never a module": [
    "^src-api/http/",
    ["^src-api/(http/|infra/|config\\.ts|portal\\.ts)", "^package\\.json$", shared],
  ],
  "a module: of another one only its module.ts": [
    "^src-api/modules/([^/]+)/",
    moduleImports,
    schema,
  ],
  "a schema: the tables of other modules besides": [schema, [...moduleImports, schema]],
  "commands, demo and start of the API": [
    "^src-api/(?!http/|infra/|modules/)",
    ["^src-api/", "^locales/", "^resources/", "^package\\.json$", shared],
  ],
  resources: ["^resources/", ["^resources/"]],
};

const own = Object.entries(folders);
const browserPackages = "node_modules/(electron|react|react-dom|@fluentui)(/|$)";

export default {
  forbidden: [
    ...own.map(([name, rule]) => mayImport(name, ...rule)),
    {
      name: "every folder has a rule",
      severity: "error",
      from: { pathNot: own.map(([, [from]]) => from) },
      to: {},
    },
    // Foreign keys of the lowest modules refer to users.
    ...importsDownwards("src-api/modules", moduleOrder, "^src-api/modules/accounts/schema\\.ts$"),
    ...importsDownwards("src-renderer/features", featureOrder),
    // What is loaded later is imported where it is used, by its own path.
    {
      name: "a feature: of another one only its index.ts",
      severity: "error",
      from: { path: "^src-renderer/features/([^/]+)/" },
      to: {
        path: "^src-renderer/features/",
        pathNot: ["^src-renderer/features/$1/", "^src-renderer/features/[^/]+/index\\.ts$"],
        dynamic: false,
      },
    },
    {
      name: "the rest of the interface but its pages: of a feature only its index.ts",
      severity: "error",
      from: { path: "^src-renderer/", pathNot: "^src-renderer/(features|app/pages)/" },
      to: {
        path: "^src-renderer/features/",
        pathNot: "^src-renderer/features/[^/]+/index\\.ts$",
        dynamic: false,
      },
    },
    { name: "no import cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "every import is found",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^electron$" },
    },
    forbidPackages(
      "src-shared uses zod/mini only, and what reads the words of Markdown",
      { path: shared },
      {
        path: "node_modules/",
        pathNot: "node_modules/(zod/(v4/)?mini|mdast-util-to-string)/",
      },
    ),
    forbidPackages(
      "the API runs without a browser",
      { path: "^src-api/" },
      { path: browserPackages },
    ),
    forbidPackages(
      "schemas name drizzle-orm; the rest of a module imports infra/database/drizzle.ts",
      { path: "^src-api/modules/", pathNot: "schema\\.ts$" },
      { path: "node_modules/drizzle-orm/" },
    ),
  ],
  options: {
    // TypeScript 7 has no API for parsers yet.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$|/testing/|\\.test-d\\.ts$|\\.d\\.ts$" },
  },
};
