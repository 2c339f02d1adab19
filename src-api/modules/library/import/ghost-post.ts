import type { ContentKind } from "#shared/content-kinds.ts";
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
import { usable } from "./former-addresses.ts";
import { once, type LinkTarget } from "./import-links.ts";
import { anchorsIn, convertText, htmlOfEditor, imagesIn } from "./conversion/convert-text.ts";
import type { StoredImages } from "./stored-images.ts";
import type { Defaults, ReadEntry } from "./markdown-entry.ts";

function publishedAtOf(
  { status, published_at: at }: Post,
  location: string,
  addNote: AddNote,
): string | null {
  if (status !== "published" && status !== "scheduled") {
    const reason = status === "sent" ? "sent by mail only" : "a draft";
    addNote(`${location}: ${reason}: imported unpublished`);
    return null;
  }
  if (!at) {
    addNote(`${location}: no date: imported unpublished`);
    return null;
  }
  // Ghost writes times in UTC
  const read = readWrittenTime(at, "UTC");
  if ("time" in read) return read.time.toISOString();
  throw new ContentError(`${location}: published_at: "${at}" ${read.reason}`);
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
async function storeImages(html: string, { location, keep }: PostLocation): Promise<StoredImages> {
  const names = new Map<string, string>();
  for (const address of await imagesIn(location, { format: "html", text: html })) {
    const name = await keep(address);
    if (name !== null) names.set(address, name);
  }
  return names;
}

type PostLocation = { location: string; keep: Keep; addNote: AddNote };

const htmlOf = async (post: Post, location: string): Promise<string> =>
  post.html?.trim() || htmlOfEditor(location, post);

async function bodyOf(post: Post, about: PostLocation): Promise<string> {
  const { location, addNote } = about;
  const html = await htmlOf(post, location);
  if (!html) throw new ContentError(`${location}: html: the post has no text`);
  const images = await storeImages(html, about);
  const { body, notes } = await convertText(location, { format: "html", text: html }, images);
  for (const { text } of notes) addNote(`${location}: ${text}`);
  if (!body) throw new ContentError(`${location}: html: nothing of the post can be imported`);
  return body;
}

function frontOf(post: Post, slug: string, location: string, addNote: AddNote) {
  const title = fitted(addNote, location, "title", post.title?.trim() || slug, maxLengths.title);
  const excerpt = post.custom_excerpt?.trim();
  // Ghost makes excerpts of the text, which here is for members.
  if (!excerpt) addNote(`${location}: no excerpt: the title`);
  return {
    title,
    summary: fitted(addNote, location, "summary", excerpt || title, maxLengths.summary),
  };
}

// versions before 3 have a field of its own for it
const isPage = (post: Post) => post.type === "page" || /^(?:true|1)$/.test(String(post["page"]));

/** Returns the posts that links may lead to. */
export const ghostTargets = ({ posts, path }: GhostExport, kind: ContentKind): LinkTarget[] =>
  posts.flatMap(({ name, post }) => {
    if ("refusal" in post || isPage(post)) return [];
    const location = `${path}: ${name}`;
    const anchors = async () =>
      anchorsIn(location, { format: "html", text: await htmlOf(post, location) });
    return [{ kind, slug: slugOf(post.slug), names: [post.slug], anchors: once(anchors) }];
  });

/** Returns a post as an entry; null for what is no post. Rejects with a ContentError that names the post. */
export async function readGhostPost(
  { path, folder, authors, tags }: GhostExport,
  { name: postName, post }: GhostPost,
  { defaults, addNote }: { defaults: Defaults; addNote: AddNote },
): Promise<ReadEntry | null> {
  const location = `${path}: ${postName}`;
  if ("refusal" in post) throw new ContentError(`${location}: ${String(post.refusal)}`);
  if (isPage(post)) {
    addNote(`${location}: left out: a page`);
    return null;
  }
  const kind: ContentKind = defaults.kind;
  const slug = slugOf(post.slug);
  if (slug === "") throw new ContentError(`${location}: the slug has no letter from A to Z`);
  if (slug !== post.slug) addNote(`${location}: slug: became ${slug}`);
  // names with # are for the theme only
  const topics = (tags.get(String(post.id)) ?? []).filter((name) => !name.startsWith("#"));
  const own = tagsOf(topics, { at: location, seen: defaults.seenTags, addNote });
  const names = authors.get(String(post.id)) ?? [];
  const author = firstAuthor(names, { at: location, fallback: defaults.author, addNote });
  addNote(`${location}: no motif: ${defaultMotif}`);
  const metadata = {
    publishedAt: publishedAtOf(post, location, addNote),
    author,
    tags: Object.keys(own),
    motif: defaultMotif,
    ...(post["visibility"] === "public" && { free: true }),
  };
  const front = frontOf(post, slug, location, addNote);
  const images = new EntryImages(folder, defaults.images);
  const keep: Keep = (address) => images.keep(location, imagePath(address), addNote);
  const plain = await bodyOf(post, { location, keep, addNote });
  const alt = post.feature_image_alt ?? "";
  const cover = post.feature_image ? { address: post.feature_image, alt, at: location } : null;
  const covered = cover ? await withCover(plain, cover, { keep, addNote }) : plain;
  const body = await defaults.links.rewrite(covered, location, { addNote });
  reportOmittedOfPost(post, location, addNote);
  const { language } = defaults;
  const texts = [{ language, front, body }];
  const at = () => location;
  const addresses = metadata.publishedAt === null ? [] : usable([`/${post.slug}/`], at, addNote);
  return {
    entry: { kind, slug, metadata, texts, tags: own, files: images.files, addresses },
    hasAssumedKind: true,
    media: images.media,
    locations: { metadata: at, texts: { [language]: at } },
  };
}
