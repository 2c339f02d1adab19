import * as z from "zod/mini";
import type { Language } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { requireShallow } from "./clean-body.ts";
import { convertText } from "./conversion/convert-text.ts";
import { maxLengths, shorten, type AddNote } from "./front-fields.ts";
import { parseImportedAuthor, type ImportedAuthor } from "./read-authors.ts";

/*
 * What an export of Ghost says about posts and users besides their texts: what the portal has no field for is named in the
 * report, so that nothing is lost without a word.
 */

type Fields = Record<string, unknown>;

/** Fields of a post that the portal has no field for; newer exports have most of them in `posts_meta`. */
const ofPosts = [
  "canonical_url",
  "codeinjection_head",
  "codeinjection_foot",
  "custom_template",
  "feature_image_caption",
  "meta_title",
  "meta_description",
  "og_image",
  "og_title",
  "og_description",
  "twitter_image",
  "twitter_title",
  "twitter_description",
  "email_subject",
  "frontmatter",
];

/** Fields of a user that the portal has no field for. It draws portraits itself. */
const ofUsers = [
  "profile_image",
  "cover_image",
  "website",
  "location",
  "facebook",
  "twitter",
  "meta_title",
  "meta_description",
];

const isFilled = (value: unknown) => typeof value === "string" && value.trim() !== "";

function reportOmitted(
  fields: Fields,
  names: readonly string[],
  location: string,
  addNote: AddNote,
): void {
  const found = names.filter((name) => isFilled(fields[name]));
  if (found.length > 0) addNote(`${location}: left out: ${found.join(", ")}`);
}

/** Tells which fields of a post are left out, and who could read it if that was somebody else than all members. */
export function reportOmittedOfPost(post: Fields, location: string, addNote: AddNote): void {
  reportOmitted(post, ofPosts, location, addNote);
  const { visibility } = post;
  if (!isFilled(visibility) || visibility === "members") return;
  if (visibility === "public")
    return addNote(`${location}: visibility: public: free for everybody`);
  addNote(`${location}: visibility: ${String(visibility)}: the text is for all members here`);
}

export const userSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  slug: z.nullish(z.string()),
  bio: z.nullish(z.string()),
});
export type GhostUser = z.infer<typeof userSchema>;

/** What an author's page says where the source has no credentials. */
const credentials = "Author";

async function authorOf(
  user: GhostUser,
  location: string,
  { language, addNote }: { language: Language; addNote: AddNote },
): Promise<ImportedAuthor> {
  const slug = slugOf(user.slug ?? user.name);
  const bio = user.bio?.trim() ?? "";
  requireShallow(location, bio);
  const { body, notes } = await convertText(location, { format: "markdown", text: bio });
  for (const { text } of notes) addNote(`${location}: ${text}`);
  addNote(`${location}: no credentials: ${credentials}`);
  const author = {
    slug,
    // as entries have it, by which they find this page
    metadata: { name: shorten(user.name, maxLengths.author) },
    texts: [{ language, front: { credentials }, body }],
  };
  if (slug === "") throw new ContentError(`${location}: the slug has no letter from A to Z`);
  parseImportedAuthor(author);
  return author;
}

/** Returns the users with a biography as authors, with pages of their own, and names what is left out of all of them. */
export async function authorsOf(
  users: readonly GhostUser[],
  { path, language }: { path: string; language: Language },
): Promise<{ authors: ImportedAuthor[]; notes: string[]; refusals: string[] }> {
  const found = {
    authors: [] as ImportedAuthor[],
    notes: [] as string[],
    refusals: [] as string[],
  };
  const addNote: AddNote = (line) => void found.notes.push(line);
  for (const user of users) {
    const location = `${path}: user ${user.slug ?? user.name}`;
    reportOmitted(user, ofUsers, location, addNote);
    if (!isFilled(user.bio)) continue;
    try {
      found.authors.push(await authorOf(user, location, { language, addNote }));
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      found.refusals.push(
        error.message.startsWith(location) ? error.message : `${location}: ${error.message}`,
      );
    }
  }
  return found;
}
