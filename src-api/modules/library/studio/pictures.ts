import type { Readable } from "node:stream";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { inTemporaryFile } from "#api/infra/media-storage/open-media-storage.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { imageName } from "../import/entry-images.ts";
import { ImagePreparer } from "../import/prepare-images.ts";
import type { Files } from "./draft.ts";

/**
 * Stores a picture as an import does: upright, at most 1400 px wide, as WebP without metadata. Returns its name beside the
 * text, and in the storage. Rejects with 400 that says why it cannot be used.
 */
export async function storePicture(
  body: Readable,
  { name, taken, storage }: { name: string; taken: Files; storage: MediaStorage },
): Promise<{ name: string; stored: string }> {
  const preparer = new ImagePreparer();
  try {
    return await inTemporaryFile(body, async (path) => {
      const image = await preparer.prepare(path);
      await storage.store(image.path, image.stored);
      return { name: imageName(name, image, taken), stored: image.stored };
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
