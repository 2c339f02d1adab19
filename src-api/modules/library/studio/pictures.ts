import type { Readable } from "node:stream";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { inTemporaryFile } from "#api/infra/media-storage/open-media-storage.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { ImagePreparer, type PreparedImage } from "#api/modules/library/import/prepare-images.ts";

/**
 * Stores a picture as an import does: upright, at most 1400 px wide, as WebP without metadata. Returns its size and
 * its name in the storage. Rejects with 400 that says why it cannot be used.
 */
export async function storePicture(
  body: Readable,
  storage: MediaStorage,
): Promise<Omit<PreparedImage, "path">> {
  const preparer = new ImagePreparer();
  try {
    return await inTemporaryFile(body, async (path) => {
      const image = await preparer.prepare(path);
      await storage.store(image.path, image.stored);
      return image;
    });
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const isLarge = error.message.startsWith("more than");
    const picture = isLarge ? "forms:pictureLarge" : "forms:pictureKind";
    throw new ApiError("validation", { fields: { picture } });
  } finally {
    await preparer.close();
  }
}
