import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { inTemporaryFile } from "#api/infra/media-storage/open-media-storage.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { ImagePreparer, type PreparedImage } from "#api/modules/library/import/prepare-images.ts";

/**
 * Reads an uploaded picture as an import does, upright, at most 1400 px wide and without metadata, and hands its file over, which is
 * deleted afterwards. Rejects with 400 that says at a field why it cannot be used.
 */
async function withPicture<Result>(
  body: Readable,
  field: string,
  use: (image: PreparedImage) => Promise<Result>,
  maxHeight?: number,
): Promise<Result> {
  const preparer = new ImagePreparer();
  try {
    return await inTemporaryFile(body, async (path) =>
      use(await preparer.prepare(path, maxHeight)),
    );
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const isLarge = error.message.startsWith("more than");
    throw new ApiError("validation", {
      fields: { [field]: isLarge ? "forms:pictureLarge" : "forms:pictureKind" },
    });
  } finally {
    await preparer.close();
  }
}

/** Highest cover, in px: lists and heads of entries are wider than high. */
const maxCoverHeight = 2800;

/** Stores a picture as WebP. Returns its size and its name in the storage. */
export const storePicture = (
  body: Readable,
  storage: MediaStorage,
  use?: "cover",
): Promise<Omit<PreparedImage, "path">> =>
  withPicture(
    body,
    "picture",
    async (image) => {
      await storage.store(image.path, image.stored);
      return image;
    },
    use && maxCoverHeight,
  );

/** Returns what is made of the bytes of a picture. */
export const readPicture = <Result>(
  body: Readable,
  field: string,
  make: (bytes: Buffer) => Promise<Result>,
): Promise<Result> => withPicture(body, field, async ({ path }) => make(await readFile(path)));
