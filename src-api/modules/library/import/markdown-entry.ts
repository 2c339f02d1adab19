import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { languageName, languages, type Language } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { optionalFields, kindRules } from "#api/modules/library/kind-rules.ts";
import { textOf, type Text, coverFields } from "./markdown-text.ts";
import {
  authorOf,
  defaultMotif,
  findText,
  pick,
  shorten,
  tagNamesOf,
  tagsOf,
  type SeenTags,
  type AddNote,
} from "./front-fields.ts";
import type { Anchors } from "./conversion/anchors.ts";
import { anchorsIn } from "./conversion/convert-text.ts";
import { once, type ImportLinks, type LinkTarget } from "./import-links.ts";
import { EntryImages } from "./entry-images.ts";
import { formerAddresses, type SiteAddresses } from "./former-addresses.ts";
import type { ImagePreparer } from "./prepare-images.ts";
import type { ImportedEntry, Locations } from "./imported-entry.ts";
import {
  isPublicationField,
  publishedAtOf,
  unpublishedField,
  type Assumed,
} from "./publication.ts";
import { parseSource, readSource, type Source } from "./read-source.ts";
import type { SourceGroup } from "./source-tree.ts";

/** What an import assumes where the files say nothing. */
export type Defaults = {
  kind: ContentKind;
  /** Of texts whose files name none: the one that no text of the portal may lack. */
  language: Language;
  author: string;
  /** Zone of times that name none. */
  timeZone: string;
  now: Date;
  seenTags: SeenTags;
  links: ImportLinks;
  /** Where the site had its texts. */
  site: SiteAddresses;
  images: ImagePreparer;
};

export type ReadEntry = {
  entry: ImportedEntry;
  /** True if nothing named its kind. */
  hasAssumedKind?: boolean;
  locations?: Locations;
  /** Its files of media: where they are, by their names in the store. */
  media?: Record<string, string>;
};

function kindOf(
  { front, location }: Source,
  group: SourceGroup,
  defaults: Pick<Defaults, "kind">,
): ContentKind {
  const named = findText(front, "kind")?.[1];
  const kind = contentKinds.find((one) => one === named) ?? group.kind ?? defaults.kind;
  if (named !== undefined && kind !== named) {
    throw new ContentError(
      `${location("kind")}: kind: "${named}" is none of ${contentKinds.join(", ")}`,
    );
  }
  if (kind === "videos") {
    throw new ContentError(
      `${location("kind")}: videos are imported in the portal's own format only`,
    );
  }
  return kind;
}

function slugFor({ front, location }: Source, name: string, addNote: AddNote): string {
  const [field, wanted] = findText(front, "slug") ?? ["", name];
  const slug = slugOf(wanted);
  if (slug === "")
    throw new ContentError(`${location(field)}: slug: "${wanted}" has no letter from A to Z`);
  if (slug !== wanted)
    addNote(`${location(field)}: slug: "${wanted.slice(0, 120)}" became ${slug}`);
  return slug;
}

/** Reads the texts of an entry by language; `lang` in the front matter counts before the file's name. */
async function readTexts(root: string, { texts }: SourceGroup): Promise<Map<Language, Source>> {
  const sources = new Map<Language, Source>();
  for (const language of languages) {
    const path = texts[language];
    if (path === undefined) continue;
    const source = parseSource(path, await readSource(root, path));
    const named = findText(source.front, "lang", "language", "locale")?.[1]
      .slice(0, 2)
      .toLowerCase();
    const own = languages.find((one) => one === named) ?? language;
    if (named !== undefined && own !== named) {
      throw new ContentError(`${source.location("lang")}: the portal has no texts in "${named}"`);
    }
    sources.set(own, source);
  }
  return sources;
}

/** Leaves out translations that are not published, as they would appear with the entry. */
function withoutDrafts(
  sources: Map<Language, Source>,
  assumed: Assumed & { main: Language },
  addNote: AddNote,
): Map<Language, Source> {
  const published = [...sources].filter(([language, { front, location }]) => {
    if (language === assumed.main) return true;
    const found = unpublishedField(front, assumed, { location, addNote });
    if (found) addNote(`${location(found.name)}: left out: a translation that is ${found.why}`);
    return found === null;
  });
  return new Map(published);
}

function tagsIn(
  { front, location }: Source,
  seen: SeenTags,
  addNote: AddNote,
): ImportedEntry["tags"] {
  const [field, names] = tagNamesOf(front);
  return tagsOf(names, { at: location(field), seen, addNote });
}

/** Returns the fields that any entry may have. Other programs give these names to other things. */
function optionalIn({ front, location }: Source, addNote: AddNote): Record<string, unknown> {
  const given = Object.entries(optionalFields).filter(([name]) => front[name] !== undefined);
  const [usable, others] = [true, false].map((isUsable) =>
    given.filter(([name, schema]) => schema.safeParse(front[name]).success === isUsable),
  );
  for (const [name] of others ?? [])
    addNote(`${location(name)}: ${name}: left out: not as the portal has it`);
  return pick(
    front,
    (usable ?? []).map(([name]) => name),
  );
}

/** Returns the fields that every kind has, but for tags. */
function metadataOf(
  { front, location }: Source,
  author: string,
  assumed: Assumed,
  addNote: AddNote,
) {
  const context = { location, addNote };
  const motif = findText(front, "motif")?.[1];
  if (motif === undefined) addNote(`${location("")}: no motif: ${defaultMotif}`);
  return {
    publishedAt: publishedAtOf(front, assumed, context),
    author: authorOf(front, author, context),
    motif: slugOf(motif ?? defaultMotif),
  };
}

/** Fields that are read by their names in this file, in `front-fields.ts` and in `markdown-text.ts`. */
const readFields = new Set([
  ..."title summary description excerpt kind slug lang language locale type layout motif".split(
    " ",
  ),
  ..."author authors tags categories category permalink url aliases redirect_from".split(" "),
  ...coverFields,
  ...Object.keys(optionalFields),
]);

/** Layouts of Jekyll, Eleventy and Astro that no post has. */
const pageLayouts = new Set(
  "page pages home index landing archive archives search categories tags contact about static redirect 404".split(
    " ",
  ),
);

/** Returns the field that makes a text a page of the site, such as "About"; null for a post. */
function pageField(front: Record<string, unknown>): string | null {
  const [type, named] = findText(front, "type", "post_type", "postType") ?? ["", ""];
  if (named.toLowerCase() === "page") return type;
  const layout = findText(front, "layout")?.[1] ?? "";
  const name =
    layout
      .toLowerCase()
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? "";
  return pageLayouts.has(name) ? "layout" : null;
}

/** Names the fields of the front matter that the portal has no use for. */
function reportUnused({ front, location }: Source, kind: ContentKind, addNote: AddNote): void {
  const { entry, front: own } = kindRules[kind].ownFields;
  const unused = Object.keys(front).filter(
    (name) =>
      !readFields.has(name) && !isPublicationField(name) && ![...entry, ...own].includes(name),
  );
  if (unused.length === 0) return;
  addNote(`${location("")}: not used: ${shorten(unused.join(", "), 200)}`);
}

const textsIn = (value: unknown): string[] =>
  [value].flat().filter((one) => typeof one === "string");

/** Returns the names by which links may refer to an entry, from its files and address fields; null for a page. Rejects as below. */
export async function linkTargetOf(
  root: string,
  group: SourceGroup,
  defaults: Pick<Defaults, "kind" | "language">,
): Promise<LinkTarget | null> {
  const texts = await readTexts(root, group);
  // One without a text in that language is refused, and named as the target of a link nevertheless.
  const main = texts.get(defaults.language) ?? [...texts.values()][0];
  if (!main || pageField(main.front) !== null) return null;
  const { permalink, url, aliases, redirect_from: former } = main.front;
  const slug = slugFor(main, group.name, () => {});
  const names = [...Object.values(group.texts), group.name, slug];
  return {
    kind: kindOf(main, group, defaults),
    slug,
    names: [...names, ...[permalink, url, aliases, former].flatMap(textsIn)],
    anchors: once(async () => {
      const all = [main, ...texts.values()].map(({ body: text, path }) =>
        anchorsIn(path, { format: "authored", text }),
      );
      return Object.assign({}, ...(await Promise.all(all)).toReversed()) as Anchors; // those of the main text count
    }),
  };
}

/** Reads an entry of Markdown files with front matter; null for a page of the site. Rejects with a ContentError. */
export async function readMarkdownEntry(
  root: string,
  group: SourceGroup,
  defaults: Defaults,
  addNote: AddNote,
): Promise<ReadEntry | null> {
  const found = await readTexts(root, group);
  const main = found.get(defaults.language);
  if (!main) {
    const [path = group.name] = Object.values(group.texts);
    const name = languageName(defaults.language, "en");
    throw new ContentError(`${path}:1: there is no text in ${name}, which every entry needs`);
  }
  const page = pageField(main.front);
  if (page !== null) {
    addNote(`${main.location(page)}: left out: a page`);
    return null;
  }
  const kind = kindOf(main, group, defaults);
  const slug = slugFor(main, group.name, addNote);
  const tags = tagsIn(main, defaults.seenTags, addNote);
  const { now, timeZone } = defaults;
  const assumed: Assumed = { date: group.date, isDraft: group.isDraft, now, timeZone };
  const metadata = {
    ...metadataOf(main, defaults.author, assumed, addNote),
    tags: Object.keys(tags),
    ...optionalIn(main, addNote),
    ...pick(main.front, kindRules[kind].ownFields.entry),
  };
  // what is unpublished as a whole keeps all its texts
  const sources =
    metadata.publishedAt === null
      ? found
      : withoutDrafts(found, { ...assumed, main: defaults.language }, addNote);
  for (const source of sources.values()) reportUnused(source, kind, addNote);
  const images = new EntryImages(root, defaults.images);
  const texts: Text[] = [];
  for (const [language, source] of sources) {
    texts.push(
      await textOf(source, language, {
        kind,
        name: group.name,
        images,
        links: defaults.links,
        addNote,
      }),
    );
  }
  const addresses =
    metadata.publishedAt === null ? [] : formerAddresses(main, group, defaults.site, addNote);
  return {
    entry: { kind, slug, metadata, texts, tags, files: images.files, addresses },
    hasAssumedKind: group.kind === null && findText(main.front, "kind") === null,
    media: images.media,
    locations: {
      metadata: (field) => main.location(field === "tags" ? tagNamesOf(main.front)[0] : field),
      texts: Object.fromEntries(
        [...sources].map(([language, source]) => [language, source.location]),
      ),
    },
  };
}
