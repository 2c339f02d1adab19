import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { storeVideo, uploadCaptions, uploadPoster } from "#shared/api/studio-videos.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { captionsFile } from "#api/modules/library/media/media-files.ts";
import { storePicture } from "#api/modules/library/studio/pictures.ts";
import {
  addFiles,
  requireBoth,
  requireWritable,
} from "#api/modules/library/studio/working-copy.ts";
import { addCaptions, addVideo } from "./video-files.ts";
import uploadRoutes from "./upload-routes.ts";

/** Time until a call is answered while a video is still being stored: proxies and clients wait longer. */
const answerAfterMs = 5_000;

const kind = "videos";

/** Videos, stills and captions that are uploaded for entries, for admins (docs/decisions/0051-studio.md). */
export default async function videoRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, config } = portal;
  await app.register(uploadRoutes);

  /** Videos that this process is storing, by their uploads and entries. */
  const running = new Map<string, Promise<string>>();
  serve(app, storeVideo, async ({ params: { slug }, body: { upload } }, request) => {
    const { userId } = requireAdmin(request);
    const key = `${upload} ${slug}`;
    let adding = running.get(key);
    if (!adding) {
      adding = addVideo(portal, { kind, slug, userId }, upload).finally(() => running.delete(key));
      running.set(key, adding);
      adding.catch(() => {}); // told to whoever asks
    }
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      return { name: await Promise.race([adding, delay(answerAfterMs, null, { signal })]) };
    } finally {
      waiting.abort();
    }
  });

  serve(app, uploadPoster, async ({ params: { slug }, body }, request) => {
    const { userId } = requireAdmin(request);
    requireWritable(await requireBoth(database, { kind, slug }));
    const storage = openMediaStorage(config);
    const { stored } = await storePicture(body, storage);
    // Not named like the pictures of texts, by its size.
    const name = `${slug}-poster-${stored.slice(0, 8)}.webp`;
    await addFiles(portal, { kind, slug, userId }, () => ({ [name]: stored }));
    return { name };
  });

  serve(app, uploadCaptions, async ({ params: { slug, language }, body }, request) => {
    const { userId } = requireAdmin(request);
    requireWritable(await requireBoth(database, { kind, slug }));
    const name = captionsFile(slug, language);
    await addCaptions(portal, { kind, slug, userId }, { name, body });
  });
}
