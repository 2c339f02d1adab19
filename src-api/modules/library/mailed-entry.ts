import type { Teaser } from "#shared/api/library.ts";
import type { Language } from "#shared/languages.ts";
import { isKindShown } from "#shared/parts.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { MailContent } from "#api/infra/mail/mail.ts";
import { renderMarkdown } from "#api/infra/markdown/render-markdown.ts";
import { html } from "#api/infra/html.ts";
import type { Portal } from "#api/portal.ts";
import { findEntry, type EntryRow } from "./entries/entry-store.ts";
import { openPart } from "./entries/preview.ts";
import { presentEntry, presentTeaser } from "./entries/present.ts";
import type { EntryKey } from "./entries/stored-entries.ts";
import { entryUrl } from "./feeds/feed.ts";
import { wholeText } from "./feeds/whole-text.ts";
import { convertText } from "./import/conversion/convert-text.ts";

type Wanted = {
  language: Language;
  /** Whether the mail contains the text, and not only its summary. */
  hasText: boolean;
  /** Whether that is all of it, and not only what anybody may read. */
  isWhole: boolean;
};

/** Returns what a mail says of a published entry; null if there is none, or its kind is hidden. */
export async function mailedEntry(
  { database, config, brand, now }: Pick<Portal, "database" | "config" | "brand" | "now">,
  key: EntryKey,
  { language, hasText, isWhole }: Wanted,
): Promise<(Pick<Teaser, "title" | "summary"> & { url: string; content?: MailContent }) | null> {
  const row = isKindShown(brand, key.kind)
    ? await findEntry(database, { ...key, language, now: now() })
    : null;
  if (!row) return null;
  const { title, summary, kind, slug } = presentTeaser(row, row.tagNames, language);
  const origin = publicOrigin(config);
  const url = entryUrl({ origin, brand }, { kind, slug }, language);
  if (!hasText) return { title, summary, url };
  const view = { language, origin, page: url };
  const content =
    isWhole || row.details.free ? await wholeContent(row, view) : await freeContent(row, view);
  return { title, summary, url, content };
}

type View = { language: Language; origin: string; page: string };

/** Returns all of a text but its pictures, which mails do not load. */
async function wholeContent(row: EntryRow, view: View): Promise<MailContent> {
  const { cover: _, video: __, ...entry } = presentEntry(row, view.language);
  const markup = await wholeText(entry, view);
  const { body } = await convertText(view.page, { format: "html", text: markup });
  return { html: markup, markdown: body };
}

async function freeContent(row: EntryRow, { language, page }: View): Promise<MailContent> {
  const { opening } = openPart(row);
  const rendered = await renderMarkdown(opening, page);
  if (rendered !== null) return { html: rendered, markdown: opening };
  const text = textsIn(language)("descriptions:feed.read");
  return { html: html`<p><a href="${page}">${text}</a></p>`.markup, markdown: text };
}
