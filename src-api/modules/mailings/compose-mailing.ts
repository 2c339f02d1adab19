import * as z from "zod/mini";
import type { MailingChoice, MailingSubject } from "#shared/api/mailings.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, isNull } from "#api/infra/database/drizzle.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail, MailContent } from "#api/infra/mail/mail.ts";
import { renderMarkdown } from "#api/infra/markdown/render-markdown.ts";
import {
  announcementsTable as announcements,
  isPublished,
} from "#api/modules/announcements/module.ts";
import {
  contentEntries,
  mailedEntry,
  unsubscribeLine as endOfWeeklyMail,
} from "#api/modules/library/module.ts";
import { unsubscribeLine } from "#api/modules/readers/module.ts";
import type { Portal } from "#api/portal.ts";
import type { Person } from "./audiences.ts";

export const subjectSchema = z.object({
  kind: z.enum([...contentKinds, "announcements"]),
  slug: z.string(),
});

/** Returns when an entry or announcement appears or appeared; null for a draft, for what was withdrawn, or if there is none. */
export async function findAppearance(
  database: Database,
  { kind, slug }: MailingSubject,
): Promise<Date | null> {
  if (kind === "announcements") {
    if (!z.uuid().safeParse(slug).success) return null;
    const [row] = await database
      .select({ publishedAt: announcements.publishedAt })
      .from(announcements)
      .where(and(eq(announcements.id, slug), isNull(announcements.withdrawnAt)));
    return row?.publishedAt ?? null;
  }
  const [row] = await database
    .select({ publishedAt: contentEntries.publishedAt })
    .from(contentEntries)
    .where(and(eq(contentEntries.kind, kind), eq(contentEntries.slug, slug)));
  return row?.publishedAt ?? null;
}

type Composed = Mail & Required<Pick<Mail, "entries" | "unsubscribe">> & { title: string };

type Wanted = Pick<MailingChoice, "body"> & {
  subject: MailingSubject;
  /** When it appears, for a mail of something that may not have; without it there is only one of what readers see. */
  appearsAt?: Date;
};

/** Returns the mail about a subject as a person gets it; null for what is not published. */
export async function composeMailing(
  portal: Pick<Portal, "config" | "database" | "brand" | "now">,
  to: Person,
  { subject, body, appearsAt }: Wanted,
): Promise<Composed | null> {
  const { language, email } = to;
  const time = portal.now();
  const at = appearsAt && appearsAt > time ? appearsAt : time;
  const parts =
    subject.kind === "announcements"
      ? await announcementParts(portal, subject.slug, { language, at })
      : await entryParts(
          { ...portal, now: () => at },
          { ...subject, kind: subject.kind },
          to,
          body,
        );
  if (!parts) return null;
  const { kind, title, url, ...shown } = parts;
  const values = { brand: portal.brand.name, title };
  return {
    ...composeMail(kind, { to: email, language, values, url }),
    ...shown,
    title,
    unsubscribe:
      to.readerId === null
        ? await endOfWeeklyMail(portal, to.userId ?? "", language)
        : await unsubscribeLine(portal, { id: to.readerId, language }),
  };
}

type Parts = Required<Pick<Mail, "entries">> & {
  kind: "entry" | "entry-text" | "announcement";
  title: string;
  url: string;
  content?: MailContent;
};

async function entryParts(
  portal: Pick<Portal, "config" | "database" | "brand" | "now">,
  key: Parameters<typeof mailedEntry>[1],
  { language, isMember }: Pick<Person, "language" | "isMember">,
  body: MailingChoice["body"],
): Promise<Parts | null> {
  const hasText = body === "whole";
  const entry = await mailedEntry(portal, key, { language, hasText, isWhole: isMember });
  if (!entry) return null;
  const { title, summary: text, url, content } = entry;
  const kind = content ? "entry-text" : "entry";
  return { kind, title, url, entries: [{ title, text, url }], ...(content && { content }) };
}

async function announcementParts(
  { database, config, brand }: Pick<Portal, "database" | "config" | "brand">,
  id: string,
  { language, at }: Pick<Person, "language"> & { at: Date },
): Promise<Parts | null> {
  const [row] = await database
    .select({ title: announcements.title, body: announcements.body })
    .from(announcements)
    .where(and(eq(announcements.id, id), isPublished(at)));
  if (!row) return null;
  const title = localised(row.title, language, brand.languages);
  const markdown = localised(row.body, language, brand.languages);
  const site = { origin: publicOrigin(config), brand };
  const url = `${localisedUrl(site, routePath("announcements"), language)}#${id}`;
  const rendered = await renderMarkdown(markdown, url);
  const content = rendered === null ? {} : { content: { html: rendered, markdown } };
  return { kind: "announcement", title, url, entries: [{ title, text: "", url }], ...content };
}
