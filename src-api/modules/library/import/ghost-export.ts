import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod/mini";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { defaultLanguage } from "../../../../src-shared/languages.ts";
import { ContentError } from "../../../infra/content-folder/content-error.ts";
import { readWrittenTime } from "../../../infra/written-time.ts";
import {
  defaultMotif,
  firstAuthor,
  fitted,
  longest,
  slugOf,
  tagsOf,
  type Tell,
} from "./front-fields.ts";
import { withCover } from "./cover.ts";
import { EntryImages } from "./entry-images.ts";
import { tellLeftOutOfPost, userSchema, type GhostUser } from "./ghost-fields.ts";
import { htmlToMarkdown, imageAddresses } from "./html-to-markdown.ts";
import type { LinkTarget } from "./import-links.ts";
import type { KeptImages } from "./kept-images.ts";
import type { Defaults, ReadEntry } from "./markdown-entry.ts";

/** Largest export that is read, in bytes: it is parsed as a whole. */
const maxBytes = 200_000_000;
/** Most lines about one post in a report. */
const maxDropped = 20;

const text = z.nullish(z.string());
const id = z.union([z.string(), z.number()]);
const list = <Item extends z.ZodMiniType>(item: Item) => z._default(z.array(item), []);

const postSchema = z.looseObject({
  id,
  slug: z.string(),
  title: text,
  html: text,
  status: text,
  type: text,
  published_at: text,
  custom_excerpt: text,
  feature_image: text,
  feature_image_alt: text,
});

const dataSchema = z.object({
  posts: z.array(postSchema),
  tags: list(z.object({ id, name: z.string() })),
  posts_tags: list(z.object({ post_id: id, tag_id: id, sort_order: z.nullish(z.number()) })),
  users: list(userSchema),
  posts_meta: list(z.looseObject({ post_id: id })),
  posts_authors: list(z.object({ post_id: id, author_id: id, sort_order: z.nullish(z.number()) })),
});

const exportSchema = z.object({ db: z.array(z.object({ data: dataSchema })) });

type Post = z.infer<typeof postSchema>;
type Data = z.infer<typeof dataSchema>;

/** An export of Ghost, parsed. */
export type GhostExport = {
  path: string;
  /** Folder of the export, beside which `content/images` lies. */
  folder: string;
  posts: Post[];
  users: GhostUser[];
  authors: Names;
  tags: Names;
};
/** Names by the id of the post, in their order. */
type Names = Map<string, string[]>;

function namesByPost(
  named: { id: string | number; name: string }[],
  links: { post: string | number; item: string | number; order: number }[],
): Names {
  const names = new Map(named.map((one) => [String(one.id), one.name]));
  const found: Names = new Map();
  for (const { post, item } of links.toSorted((a, b) => a.order - b.order)) {
    const name = names.get(String(item));
    if (name) found.set(String(post), [...(found.get(String(post)) ?? []), name]);
  }
  return found;
}

/** Returns posts with their fields in `posts_meta`, where newer versions have them. */
function withMeta(posts: Post[], metas: Data["posts_meta"]): Post[] {
  const byPost = new Map(metas.map((meta) => [String(meta.post_id), meta]));
  return posts.map((post) => ({ ...post, ...byPost.get(String(post.id)), id: post.id }));
}

function joined(
  { path, folder }: Pick<GhostExport, "path" | "folder">,
  { posts, posts_meta, tags, posts_tags, users, posts_authors }: Data,
): GhostExport {
  const order = (row: { sort_order?: number | null | undefined }) => row.sort_order ?? 0;
  return {
    path,
    folder,
    posts: withMeta(posts, posts_meta),
    users,
    authors: namesByPost(
      users,
      posts_authors.map((row) => ({ post: row.post_id, item: row.author_id, order: order(row) })),
    ),
    tags: namesByPost(
      tags,
      posts_tags.map((row) => ({ post: row.post_id, item: row.tag_id, order: order(row) })),
    ),
  };
}

/** Reads an export of Ghost (Settings, Export). Rejects with a ContentError if the file is none. */
export async function readGhostExport(file: string, path: string): Promise<GhostExport> {
  if ((await stat(file)).size > maxBytes) {
    throw new ContentError(`${path}:1: the file has more than 200 MB`);
  }
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new ContentError(
      `${path}:${/line (\d+)/.exec(String(error))?.[1] ?? 1}: ${String(error)}`,
    );
  }
  const parsed = exportSchema.safeParse(value);
  const data = parsed.data?.db[0]?.data;
  if (data) return joined({ path, folder: dirname(file) }, data);
  const field = parsed.error?.issues[0]?.path.join(".") ?? "db";
  throw new ContentError(`${path}:1: this is no export of Ghost (${field})`);
}

function publishedAtOf(
  { status, published_at: at }: Post,
  place: string,
  tell: Tell,
): string | null {
  if (status !== "published" && status !== "scheduled") {
    const reason = status === "sent" ? "sent by mail only" : "a draft";
    tell(`${place}: ${reason}: imported unpublished`);
    return null;
  }
  // Ghost writes times in UTC
  const read = readWrittenTime(at ?? "", "UTC");
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
async function keepImages(html: string, keep: Keep): Promise<KeptImages> {
  const names = new Map<string, string>();
  for (const address of new Set(imageAddresses(html))) {
    const name = await keep(address);
    if (name !== null) names.set(address, name);
  }
  return names;
}

type PostPlace = { place: string; keep: Keep; tell: Tell };

async function bodyOf({ html }: Post, { place, keep, tell }: PostPlace): Promise<string> {
  if (!html?.trim()) throw new ContentError(`${place}: html: the post has no text as HTML`);
  const dropped: string[] = [];
  const images = await keepImages(html, keep);
  const body = htmlToMarkdown(html, (what) => void dropped.push(what), images);
  for (const what of dropped.slice(0, maxDropped)) tell(`${place}: left out: ${what}`);
  if (dropped.length > maxDropped) {
    tell(`${place}: left out: ${dropped.length - maxDropped} more`);
  }
  if (!body) throw new ContentError(`${place}: html: nothing of the post can be imported`);
  return body;
}

function frontOf(post: Post, slug: string, place: string, tell: Tell) {
  const title = fitted(tell, place, "title", post.title?.trim() || slug, longest.title);
  const excerpt = post.custom_excerpt?.trim();
  // Ghost makes excerpts of the text, which here is for members.
  if (!excerpt) tell(`${place}: no excerpt: the title`);
  return { title, summary: fitted(tell, place, "summary", excerpt || title, longest.summary) };
}

/** Returns the posts that links may lead to. */
export const ghostTargets = ({ posts }: GhostExport, kind: ContentKind): LinkTarget[] =>
  posts
    .filter(({ type }) => type !== "page")
    .map((post) => ({ kind, slug: slugOf(post.slug), names: [post.slug] }));

/** Returns a post as an entry; null for what is no post. Rejects with a ContentError that names the post. */
export async function readGhostPost(
  { path, folder, authors, tags }: GhostExport,
  post: Post,
  { defaults, tell }: { defaults: Defaults; tell: Tell },
): Promise<ReadEntry | null> {
  const place = `${path}: ${post.slug}`;
  if (post.type === "page") {
    tell(`${place}: left out: a page`);
    return null;
  }
  const kind: ContentKind = defaults.kind;
  const slug = slugOf(post.slug);
  if (slug === "") throw new ContentError(`${place}: the slug has no letter from A to Z`);
  if (slug !== post.slug) tell(`${place}: slug: became ${slug}`);
  // names with # are for the theme only
  const topics = (tags.get(String(post.id)) ?? []).filter((name) => !name.startsWith("#"));
  const own = tagsOf(topics, { at: place, seen: defaults.seenTags, tell });
  const names = authors.get(String(post.id)) ?? [];
  const author = firstAuthor(names, { at: place, fallback: defaults.author, tell });
  tell(`${place}: no motif: ${defaultMotif}`);
  const metadata = {
    publishedAt: publishedAtOf(post, place, tell),
    author,
    tags: Object.keys(own),
    motif: defaultMotif,
  };
  const front = frontOf(post, slug, place, tell);
  const images = new EntryImages(folder, defaults.images);
  const keep: Keep = (address) => images.keep(place, imagePath(address), tell);
  const plain = await bodyOf(post, { place, keep, tell });
  const alt = post.feature_image_alt ?? "";
  const cover = post.feature_image ? { address: post.feature_image, alt, at: place } : null;
  const covered = cover ? await withCover(plain, cover, { keep, tell }) : plain;
  const body = await defaults.links.rewrite(covered, place, tell);
  tellLeftOutOfPost(post, place, tell);
  const texts = [{ language: defaultLanguage, front, body }];
  const at = () => place;
  return {
    entry: { kind, slug, metadata, texts, tags: own, files: images.files },
    hasAssumedKind: true,
    media: images.media,
    places: { metadata: at, texts: { [defaultLanguage]: at } },
  };
}
