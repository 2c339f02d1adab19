import type { TextFields } from "#shared/api/kind-fields.ts";
import type { Language } from "#shared/languages.ts";
import type { Portal } from "#api/portal.ts";
import { findTeasers } from "./entry-store.ts";

/** A protocol's title, cover and weeks, in `language`. The descriptions of its sessions are for members. */
export type Protocol = TextFields<"protocols"> & {
  title: string;
  language: Language;
  motif: string;
};

/** Returns published protocols by slug, in a language, else in English; unknown ones are missing. */
export async function findProtocols(
  { database, now }: Pick<Portal, "database" | "now">,
  { slugs, language }: { slugs: string[]; language: Language },
): Promise<Map<string, Protocol>> {
  const keys = slugs.map((slug) => ({ kind: "protocols" as const, slug }));
  const { rows } = await findTeasers(database, keys, { language, now: now() });
  return new Map(
    rows.map((row) => [
      row.slug,
      {
        title: row.title,
        language: row.language,
        motif: row.motif,
        weeks: row.textDetails.weeks ?? [],
        progression: row.textDetails.progression,
      },
    ]),
  );
}
