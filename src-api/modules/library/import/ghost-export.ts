import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import type { AddNote } from "./front-fields.ts";
import { userSchema, type GhostUser } from "./ghost-fields.ts";

/** Size limit of an export, in bytes: the whole file is parsed in memory. */
const maxBytes = 200_000_000;

const text = z.nullish(z.string());
const id = z.union([z.string(), z.number()]);
const list = z._default(z.array(z.unknown()), []);

const postSchema = z.looseObject({
  id,
  slug: z.string(),
  title: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  status: text,
  type: text,
  published_at: text,
  custom_excerpt: text,
  feature_image: text,
  feature_image_alt: text,
});

const dataSchema = z.object({
  posts: z.array(z.unknown()),
  tags: list,
  posts_tags: list,
  users: list,
  posts_meta: list,
  posts_authors: list,
});

const rowSchemas = {
  tags: z.object({ id, name: z.string() }),
  posts_tags: z.object({ post_id: id, tag_id: id, sort_order: z.nullish(z.number()) }),
  users: userSchema,
  posts_meta: z.looseObject({ post_id: id }),
  posts_authors: z.object({ post_id: id, author_id: id, sort_order: z.nullish(z.number()) }),
};

/** An export as Ghost writes it (`db[0].data`), or only its inner object (`data`). */
const exportSchema = z.union([
  z.pipe(
    z.object({ db: z.tuple([z.object({ data: dataSchema })], z.unknown()) }),
    z.transform(({ db: [{ data }] }) => data),
  ),
  z.pipe(
    z.object({ data: dataSchema }),
    z.transform(({ data }) => data),
  ),
]);

export type Post = z.infer<typeof postSchema>;

export type GhostExport = {
  path: string;
  /** Folder of the export file, which also contains `content/images`. */
  folder: string;
  posts: GhostPost[];
  users: GhostUser[];
  authors: Names;
  tags: Names;
  /** Report lines about unreadable rows of all tables but `posts`. */
  notes: string[];
};
/** A post and its name in the report; `refusal` is the reason why the post cannot be read. */
export type GhostPost = { name: string; post: Post | { refusal: string } };
/** Names of authors or tags by post id, in Ghost's sort order. */
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

/** Returns the readable rows of a table, and reports how many were left out. */
function readRows<Row>(
  name: string,
  { rows, schema }: { rows: readonly unknown[]; schema: z.ZodMiniType<Row> },
  addNote: AddNote,
): Row[] {
  const read = rows.map((row) => schema.safeParse(row));
  const odd = read.flatMap(({ error }) => (error ? [fieldOf(error)] : []));
  if (odd.length > 0)
    addNote(`${name}: left out: unreadable rows: ${odd.length} (first: ${odd[0]})`);
  return read.flatMap((one) => (one.success ? [one.data] : []));
}

const fieldOf = ({ issues: [issue] }: z.core.$ZodError) =>
  `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;

const nameSchema = z.object({
  slug: z.optional(text),
  title: z.optional(text),
  id: z.optional(id),
});

/** Reads a post, merged with its row of `posts_meta`, where newer versions of Ghost store some of its fields. */
function readPost(row: unknown, at: number, metas: ReadonlyMap<string, object>): GhostPost {
  const { slug, title, id: key } = nameSchema.safeParse(row).data ?? {};
  const name = slug || title || String(key ?? `post ${at + 1}`);
  const fields = typeof row === "object" ? { ...metas.get(String(key)), ...row } : row;
  const { data, error } = postSchema.safeParse(fields);
  return { name, post: data ?? { refusal: error ? fieldOf(error) : "" } };
}

function joined(
  { path, folder }: Pick<GhostExport, "path" | "folder">,
  data: z.infer<typeof dataSchema>,
): GhostExport {
  const notes: string[] = [];
  const rowsOf = <Row>(name: keyof typeof rowSchemas, schema: z.ZodMiniType<Row>) =>
    readRows(name, { rows: data[name], schema }, (line) => void notes.push(`${path}: ${line}`));
  const order = (row: { sort_order?: number | null | undefined }) => row.sort_order ?? 0;
  const metas = new Map(
    rowsOf("posts_meta", rowSchemas.posts_meta).map((meta) => [String(meta.post_id), meta]),
  );
  const users = rowsOf("users", rowSchemas.users);
  const authors = rowsOf("posts_authors", rowSchemas.posts_authors);
  const tags = rowsOf("posts_tags", rowSchemas.posts_tags);
  return {
    path,
    folder,
    posts: data.posts.map((row, at) => readPost(row, at, metas)),
    users,
    authors: namesByPost(
      users,
      authors.map((row) => ({ post: row.post_id, item: row.author_id, order: order(row) })),
    ),
    tags: namesByPost(
      rowsOf("tags", rowSchemas.tags),
      tags.map((row) => ({ post: row.post_id, item: row.tag_id, order: order(row) })),
    ),
    notes,
  };
}

/** Reads a Ghost export (Settings, Export). Rejects with a ContentError if the file is not one. */
export async function readGhostExport(file: string, path: string): Promise<GhostExport> {
  if ((await stat(file)).size > maxBytes) {
    throw new ContentError(`${path}:1: the file is larger than 200 MB`);
  }
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new ContentError(
      `${path}:${/line (\d+)/.exec(String(error))?.[1] ?? 1}: ${String(error)}`,
    );
  }
  const { data } = exportSchema.safeParse(value);
  if (data) return joined({ path, folder: dirname(file) }, data);
  throw new ContentError(`${path}:1: this is not a Ghost export (it has no list of posts)`);
}
