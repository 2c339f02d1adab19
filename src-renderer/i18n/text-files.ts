import type { ResourceKey } from "i18next";

type Texts = { default: ResourceKey };

/**
 * The locale files of the interface, without those of the API, and the sentences of the brand. In a
 * build `bundling/text-files-plugin.ts` replaces this list: there a file has the namespaces that the
 * same pages need.
 */
export const textFiles = {
  ...import.meta.glob<Texts>([
    "../../locales/*/*.json",
    "!../../locales/*/{api,descriptions,desktop,mails,payments}.json",
  ]),
  ...import.meta.glob<Texts>([
    "../../resources/brand/*.json",
    "!../../resources/brand/{brand,catalogue}.json",
  ]),
};
