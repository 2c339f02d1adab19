import { relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, type Rolldown, type UserConfig } from "vite";
import { groupChunks } from "./group-chunks.ts";
import { isText } from "./text-files-plugin.ts";
import type { Chunk } from "./visited-entries.ts";

/**
 * In compressed bytes. Chunks are weighed one by one; together they are up to half smaller, so that files
 * of this smallest size have 2 kB. Why these: docs/decisions/0005-first-load-budget.md.
 */
const prices = { smallest: 6_000, request: 2_700, needless: 7_000 };

/** What the visit of a logged-in member loads besides its page. */
const ofMembers = ["member-chrome", "logout-page", "page-queries", "drawings"];

/** Names of the parts that every visit loads, and of all parts that first visits load, each with its page. */
export const visited = {
  always: ["flag-service", "transport", "update-notice"],
  first: [
    ["home-page"],
    ["memberships-page"],
    ["list-page"],
    ["about-page"],
    ["contact-page"],
    ["register-page"],
    ["login-page"],
    ["checkout-page"],
    ["registration-payment-page"],
    ["dashboard-page", "list-page", ...ofMembers],
    ["entry-page", "markdown-text", ...ofMembers],
    ["recipe-page", "markdown-text", ...ofMembers],
    // Once more those that are near their budget, so that they weigh more.
    ["list-page"],
    ["register-page"],
    ["register-page"],
    ["entry-page", "markdown-text", ...ofMembers],
    ["dashboard-page", "list-page", ...ofMembers],
  ],
};

/** Names of the parts, and of the texts, that show kept content without a connection (service-worker-plugin.ts). */
export const offlineParts = [
  "saved-and-followers",
  "kept-entry-page",
  "kept-show",
  "entry-page",
  "recipe-page",
  "show-day-page",
  "recipe-view",
  "protocol-view",
  "video-view",
  "cooking-tools",
  "drawings",
  "markdown-text",
  "menu-drawer",
  "kept-strip",
  "login-page",
  "logout-page",
  "library",
  "shelf",
  "recipe",
  "video",
  "cooking",
  "training",
  "show-day",
  "height-class",
  "sign-in",
];

/** What every page needs is one file: browsers open six connections to a host. */
const shell = { name: "shell", tags: ["$initial" as const], priority: 1 };

function withGroups(config: UserConfig, groups: Rolldown.CodeSplittingGroup[]): UserConfig {
  const { rolldownOptions } = config.build ?? {};
  const output = { codeSplitting: { groups } };
  return {
    ...config,
    build: { ...config.build, rolldownOptions: { ...rolldownOptions, output } },
  };
}

/** Builds without writing. Returns the chunks as the bundler makes them by itself. */
async function buildChunks(config: UserConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    ...withGroups(config, [shell]),
    configFile: false,
    logLevel: "error",
    build: { ...withGroups(config, [shell]).build, write: false },
  });
  if (!("output" in built)) throw new Error("The renderer was built more than once, or watched.");
  return built.output.filter((file) => file.type === "chunk");
}

const weighed = (chunk: Rolldown.OutputChunk): Chunk => ({
  id: chunk.fileName,
  bytes: brotliCompressSync(chunk.code).length,
  imports: chunk.imports,
  lazyImports: chunk.dynamicImports,
});

/** Returns the id of a part that is loaded on demand. */
function idOf(chunks: Rolldown.OutputChunk[], name: string): string {
  const chunk = chunks.find((each) => each.isDynamicEntry && each.name === name);
  if (!chunk) throw new Error(`No part bears the name "${name}": see merge-chunks.ts.`);
  return chunk.fileName;
}

/** Orders chunks in the same way on every machine, which neither their order nor their hashes do. */
const firstModule = ({ moduleIds }: Rolldown.OutputChunk): string =>
  moduleIds.map((id) => relative(import.meta.dirname, id)).toSorted()[0] ?? "";

/** A file bears the names of the pages and other parts in it that are loaded on demand. */
function nameOf(chunks: Rolldown.OutputChunk[]): string {
  const onDemand = chunks.filter((chunk) => chunk.isDynamicEntry);
  const names = (onDemand.length > 0 ? onDemand : chunks.slice(0, 1)).map(({ name }) => name);
  return names.toSorted().join(".");
}

/**
 * Returns the config with rules that merge chunks into files: those that are used together, see
 * `groupChunks`. To know these, it builds once without writing.
 */
export async function mergeChunks(config: UserConfig): Promise<UserConfig> {
  const chunks = await buildChunks(config);
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error("The renderer has no entry.");
  // Texts stay files of their own: a page loads those of the language in use.
  const code = chunks
    .filter((chunk) => chunk !== entry && !Object.keys(chunk.modules).every(isText))
    .toSorted((a, b) => (firstModule(a) < firstModule(b) ? -1 : 1));
  const byId = new Map(code.map((chunk) => [chunk.fileName, chunk]));
  const all = code.map(weighed);
  const visits = {
    always: visited.always.map((name) => idOf(code, name)),
    first: visited.first.map((names) => names.map((name) => idOf(code, name))),
  };
  const groups = await groupChunks({ chunks: all, shell: weighed(entry), prices, visits });
  const files = groups.map((ids) =>
    ids.map((id) => byId.get(id)).filter((chunk) => chunk !== undefined),
  );
  return withGroups(config, [
    shell,
    // In the order of `groupChunks`: a rule takes what its modules import, unless an earlier one has.
    ...files.map((members) => {
      const modules = new Set(members.flatMap(({ moduleIds }) => moduleIds));
      return { name: nameOf(members), test: (id: string) => modules.has(id) };
    }),
  ]);
}
