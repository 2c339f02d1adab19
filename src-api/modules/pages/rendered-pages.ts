import { Lru } from "toad-cache";
import type { PublicBrand } from "#shared/brand.ts";
import { contentSecurityHeaders } from "#shared/content-security-policy.ts";
import { playerHosts } from "#shared/embeds.ts";
import type { Flags } from "#shared/flags.ts";
import type { Language } from "#shared/languages.ts";
import type { RouteId } from "#shared/routes.ts";
import type { ServerBuild } from "#shared/served-page.ts";
import { EncodedBody } from "#api/http/encoded-body.ts";
import { isHttps } from "#api/http/security-headers.ts";
import {
  createSharedAnswers,
  type SharedAnswer,
} from "#api/infra/public-content/public-content.ts";
import type { Services } from "#api/infra/services.ts";
import { entityTag } from "#api/http/entity-tag.ts";
import { servedHtml } from "./served-html.ts";

/** Time for which a page is sent without asking whether its answers are still the same. */
const trustedForMs = 500;

const cacheSize = 300;

/** Which page is rendered: its route, and its address without the language. */
export type PublicPage = { id: RouteId; path: string };

export type ReadyPage = {
  body: EncodedBody;
  headers: { etag: string } & Record<string, string>;
};

export type PageSources = {
  /** Returns the page without rendered content, with its head. */
  plain: (page: PublicPage, language: Language) => Promise<string>;
  /** Returns the files with which the app takes a page over. */
  files: (id: RouteId, language: Language) => readonly string[];
  flags: () => Promise<Flags>;
  brand: (language: Language) => PublicBrand;
  /** Returns the API's answer to a visitor's GET of an address below `/api`, as text. Rejects without one. */
  get: (address: string, language: Language) => Promise<string>;
  /** The text of the built stylesheet. */
  css: string;
};

const keyOf = ({ path }: PublicPage, language: Language) => `${language} ${path}`;

/** Stores the inputs of a page, to check whether it would be the same now. */
class RenderInputs {
  readonly #made = new Map<string, { text: string; make: () => Promise<string> }>();

  async use(name: string, make: () => Promise<string>): Promise<string> {
    const text = await make();
    this.#made.set(name, { text, make });
    return text;
  }

  async areSame(): Promise<boolean> {
    const all = [...this.#made.values()].map(async ({ text, make }) => text === (await make()));
    return (await Promise.all(all)).every(Boolean);
  }
}

/** Creates the memory of pages, each rendered at its first request and within half a second of a change. */
export function createRenderedPages(
  services: Pick<Services, "publicContent" | "now" | "config">,
  build: ServerBuild,
  sources: PageSources,
) {
  type Made = ReadyPage & { ingredients: RenderInputs };
  const latest = new Lru<Made>(cacheSize);
  const { config } = services;

  async function make(wanted: PublicPage, language: Language): Promise<Made> {
    const ingredients = new RenderInputs();
    const plain = await ingredients.use("plain", () => sources.plain(wanted, language));
    const flags = await ingredients.use("flags", async () => JSON.stringify(await sources.flags()));
    const brand = sources.brand(language);
    const rendered = await build.renderPage({
      ...wanted,
      language,
      brand,
      flags: JSON.parse(flags) as Flags, // just made of them
      get: async (address) => {
        const answer = await ingredients.use(address, () => sources.get(address, language));
        return JSON.parse(answer) as unknown;
      },
    });
    const { html, ...hashes } = servedHtml({
      plain,
      rendered,
      startScript: build.startScript,
      css: sources.css,
      files: sources.files(wanted.id, language),
    });
    return {
      ingredients,
      body: new EncodedBody(html),
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        ...contentSecurityHeaders({
          launchDarkly: config.launchDarklyClientId !== null,
          frames: playerHosts(brand),
          https: isHttps(config),
          ...hashes,
        }),
        vary: "accept-encoding",
        etag: entityTag(html),
      },
    };
  }

  /** Returns a page as it is now; as it was if that is unknown, such as while the server closes. */
  async function renewed(known: Made | undefined, page: PublicPage, language: Language) {
    if (!known) return make(page, language);
    try {
      return (await known.ingredients.areSame()) ? known : await make(page, language);
    } catch {
      return known;
    }
  }

  async function renew(wanted: PublicPage, language: Language): Promise<SharedAnswer<ReadyPage>> {
    const key = keyOf(wanted, language);
    const page = await renewed(latest.get(key), wanted, language);
    latest.set(key, page);
    return { value: page, validUntil: new Date(services.now().getTime() + trustedForMs) };
  }

  const pages = createSharedAnswers<ReadyPage>(services, cacheSize);
  return {
    /** Returns a public page. Rejects if it cannot be rendered, such as without a database. */
    get: async (page: PublicPage, language: Language): Promise<ReadyPage> => {
      const { value } = await pages.get(keyOf(page, language), () => renew(page, language));
      return value;
    },
  };
}

export type RenderedPages = ReturnType<typeof createRenderedPages>;
