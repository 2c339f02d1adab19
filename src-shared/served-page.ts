import type { PublicBrand } from "./brand.ts";
import type { DrawCover } from "./cover-drawing.ts";
import type { Flags } from "./flags.ts";
import type { Language } from "./languages.ts";
import type { RouteId } from "./routes.ts";

/** An answer of the API that came with a page; `key` is that of the query. */
export type CachedAnswer = { key: readonly unknown[]; data: unknown };

/** What a served page was made of: a data block, with which the browser takes it over. */
export type ServedPage = {
  path: string;
  language: Language;
  flags: Flags;
  answers: readonly CachedAnswer[];
};

/** Attribute of `<html>` where the page is not what this device would show: it is hidden. */
export const notServedAttribute = "data-own";

export const servedPageId = "served-page";

/** Attribute of `<html>` with the app's files, separated by spaces: the entry, then what the page needs too. */
export const appFilesAttribute = "data-app";

export type PageToRender = {
  id: RouteId;
  /** Its address without the language. */
  path: string;
  language: Language;
  flags: Flags;
  brand: PublicBrand;
  /** Returns the API's answer to a visitor's GET of an address below `/api`. Rejects without one. */
  get: (address: string, language: Language) => Promise<unknown>;
};

export type RenderedPage = {
  /** What stands in the root element. */
  markup: string;
  /** The `<style>` elements of the head. */
  styles: string;
  served: ServedPage;
};

/** What the renderer's server build (`dist/server/render-page.js`) exports; the API loads it. */
export type ServerBuild = {
  renderPage: (page: PageToRender) => Promise<RenderedPage>;
  /** The only script that such a page begins with; it stands in the page. */
  startScript: string;
  coverSvg: DrawCover;
};
