import type { StudioEntry } from "#shared/api/studio.ts";
import { fieldsOf } from "#shared/api/fields.ts";
import { entryParams } from "#shared/api/library.ts";
import { kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import type { AnnouncementValues } from "./announcement-fields.tsx";

type EntryKey = { kind: ContentKind; slug: string };

/** Query parameter that names the entry to announce: `articles/weave-entries`. */
const parameter = "entry";

/** Returns the address at which an admin writes the announcement of an entry. */
export const announceAddress = ({ kind, slug }: EntryKey): string =>
  `${routePath("announcements")}?${parameter}=${kind}/${slug}`;

/** Returns the entry that the address names, or null, and what removes it from the address. */
export function useAnnouncedEntry() {
  const { params, change } = useAddressParams<typeof parameter>();
  const [kind, slug] = params.get(parameter)?.split("/") ?? [];
  const { data } = entryParams.safeParse({ kind, slug });
  const forget = () => {
    if (params.has(parameter)) change({ [parameter]: "" });
  };
  return { entry: data ?? null, forget };
}

function titleOf(text: { front: Record<string, unknown> } | undefined): string {
  const title = text?.front["title"];
  return typeof title === "string" ? title : "";
}

/** Returns the initial announcement of a published entry: its titles, and links to it. */
export function announcementOf({ kind, slug, published }: StudioEntry): AnnouncementValues {
  const path = routePath(kindFacts[kind].entry, { id: slug });
  const linkOf = (title: string) =>
    title && `[${title.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${path})`;
  const titleIn = (language: Language) => titleOf(published?.texts[language]);
  return {
    ...fieldsOf("title", titleIn),
    ...fieldsOf("body", (language) => linkOf(titleIn(language))),
  };
}
