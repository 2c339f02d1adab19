import type { ContentKind } from "#shared/content-kinds.ts";
import { defaultLanguage } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import {
  defaultMotif,
  firstAuthor,
  fitted,
  maxLengths,
  tagsOf,
  type AddNote,
} from "./front-fields.ts";
import { withCover } from "./markdown-text.ts";
import { EntryImages } from "./entry-images.ts";
import type { GhostExport, GhostPost, Post } from "./ghost-export.ts";
import { reportOmittedOfPost } from "./ghost-fields.ts";
import { once, type LinkTarget } from "./import-links.ts";
import { anchorsIn, convertText, htmlOfEditor, imagesIn } from "./conversion/convert-text.ts";
import type { StoredImages } from "./stored-images.ts";
import type { Defaults, ReadEntry } from "./markdown-entry.ts";

function publishedAtOf(
  { status, published_at: at }: Post,
  place: string,
  addNote: AddNote,
): string | null {
  if (status !== "published" && status !== "scheduled") {
    const reason = status === "sent" ? "sent by mail only" : "a draft";
    addNote(`${place}: ${reason}: imported unpublished`);
    return null;
  }
  if (!at) {
    addNote(`${place}: no date: imported unpublished`);
    return null;
  }
  // Ghost writes times in UTC
  const read = readWrittenTime(at, "UTC");
  if ("time" in read) return read.time.toISOString();
  throw new ContentError(`${place}: published_at: "${at}" ${read.reason}`);
}

/** Returns the path of an image in the export, where the site serves it, also in another size; "" for other addresses. */
const imagePath = (address: string): string =>
  /^__GHOST_URL__(?=\/content\/images\/)/.test(address)
    ? address
        .replace("__GHOST_URL__", "")
        .replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?(?=\/)/, "")
    : "";

type Keep = (address: string) => Promise<string | null>;

/** Prepares the images of a post, and returns the names they get by their addresses. */
async function storeImages(html: string, { place, keep }: PostPlace): Promise<StoredImages> {
  const names = new Map<string, string>();
  for (const address of await imagesIn(place, { format: "html", text: html })) {
    const name = await keep(address);
    if (name !== null) names.set(address, name);
  }
  return names;
}

type PostPlace = { place: string; keep: Keep; addNote: AddNote };

const htmlOf = async (post: Post, place: string): Promise<string> =>
  post.html?.trim() || htmlOfEditor(place, post);

async function bodyOf(post: Post, about: PostPlace): Promise<string> {
  const { place, addNote } = about;
  const html = await htmlOf(post, place);
  if (!html) throw new ContentError(`${place}: html: the post has no text`);
  const images = await storeImages(html, about);
  const { body, notes } = await convertText(place, { format: "html", text: html }, images);
  for (const { text } of notes) addNote(`${place}: ${text}`);
  if (!body) throw new ContentError(`${place}: html: nothing of the post can be imported`);
  return body;
}

function frontOf(post: Post, slug: string, place: string, addNote: AddNote) {
  const title = fitted(addNote, place, "title", post.title?.trim() || slug, maxLengths.title);
  const excerpt = post.custom_excerpt?.trim();
  // Ghost makes excerpts of the text, which here is for members.
  if (!excerpt) addNote(`${place}: no excerpt: the title`);
  return {
    title,
    summary: fitted(addNote, place, "summary", excerpt || title, maxLengths.summary),
  };
}

// versions before 3 have a field of its own for it
const isPage = (post: Post) => post.type === "page" || /^(?:true|1)$/.test(String(post["page"]));

/** Returns the posts that links may lead to. */
export const ghostTargets = ({ posts, path }: GhostExport, kind: ContentKind): LinkTarget[] =>
  posts.flatMap(({ name, post }) => {
    if ("refusal" in post || isPage(post)) return [];
    const place = `${path}: ${name}`;
    const anchors = async () =>
      anchorsIn(place, { format: "html", text: await htmlOf(post, place) });
    return [{ kind, slug: slugOf(post.slug), names: [post.slug], anchors: once(anchors) }];
  });

/** Returns a post as an entry; null for what is no post. Rejects with a ContentError that names the post. */
export async function readGhostPost(
  { path, folder, authors, tags }: GhostExport,
  { name: postName, post }: GhostPost,
  { defaults, addNote }: { defaults: Defaults; addNote: AddNote },
): Promise<ReadEntry | null> {
  const place = `${path}: ${postName}`;
  if ("refusal" in post) throw new ContentError(`${place}: ${String(post.refusal)}`);
  if (isPage(post)) {
    addNote(`${place}: left out: a page`);
    return null;
  }
  const kind: ContentKind = defaults.kind;
  const slug = slugOf(post.slug);
  if (slug === "") throw new ContentError(`${place}: the slug has no letter from A to Z`);
  if (slug !== post.slug) addNote(`${place}: slug: became ${slug}`);
  // names with # are for the theme only
  const topics = (tags.get(String(post.id)) ?? []).filter((name) => !name.startsWith("#"));
  const own = tagsOf(topics, { at: place, seen: defaults.seenTags, addNote });
  const names = authors.get(String(post.id)) ?? [];
  const author = firstAuthor(names, { at: place, fallback: defaults.author, addNote });
  addNote(`${place}: no motif: ${defaultMotif}`);
  const metadata = {
    publishedAt: publishedAtOf(post, place, addNote),
    author,
    tags: Object.keys(own),
    motif: defaultMotif,
    ...(post["visibility"] === "public" && { free: true }),
  };
  const front = frontOf(post, slug, place, addNote);
  const images = new EntryImages(folder, defaults.images);
  const keep: Keep = (address) => images.keep(place, imagePath(address), addNote);
  const plain = await bodyOf(post, { place, keep, addNote });
  const alt = post.feature_image_alt ?? "";
  const cover = post.feature_image ? { address: post.feature_image, alt, at: place } : null;
  const covered = cover ? await withCover(plain, cover, { keep, addNote }) : plain;
  const body = await defaults.links.rewrite(covered, place, { addNote });
  reportOmittedOfPost(post, place, addNote);
  const texts = [{ language: defaultLanguage, front, body }];
  const at = () => place;
  return {
    entry: { kind, slug, metadata, texts, tags: own, files: images.files },
    hasAssumedKind: true,
    media: images.media,
    places: { metadata: at, texts: { [defaultLanguage]: at } },
  };
}
