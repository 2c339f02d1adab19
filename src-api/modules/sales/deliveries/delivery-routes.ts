import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { getPurchasedFile, listDeliveries } from "#shared/api/deliveries.ts";
import { minuteMs } from "#shared/durations.ts";
import { languages } from "#shared/languages.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { requireSignedSession } from "#api/http/signed-session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { keptSigningKey, signedAddress } from "#api/infra/signed-addresses.ts";
import { settleDuePayments } from "../../payments/module.ts";
import { openExtraFile } from "../extras/extra-files.ts";
import { filePath, presentDelivery } from "./delivery.ts";
import { findBoughtExtra, findBoughtExtras, isDownloadable } from "../../ledger/module.ts";

/** How long the address of a file works. */
export const downloadLifeMs = 5 * minuteMs;

const fileParams = z.object({ id: z.uuid(), sku: z.string(), file: z.string() });

/** Serves what became of bought extras, and the files among them, which only their buyers get. */
export default async function deliveryRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { config, database, now } = portal;
  const signingKey = keptSigningKey(database);
  const places = { storage: openMediaStorage(config), brandDir: config.brandDir };

  /** Returns the extra whose file the user has paid, as it is now. Throws `not-found` for anything else. */
  const requireFile = async (invoiceId: string, sku: string, userId: string) => {
    const bought = await findBoughtExtra(database, { invoiceId, sku });
    if (bought?.invoice.userId !== userId || !isDownloadable(bought)) {
      throw new ApiError("not-found");
    }
    const { file, storedFile } = bought.product;
    if (!file) throw new ApiError("not-found");
    return { file, storedFile };
  };

  serve(app, listDeliveries, async (_, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(portal, userId);
    const bought = await findBoughtExtras(database, userId);
    return { items: bought.map((extra) => presentDelivery(extra, request.language)) };
  });

  serve(app, getPurchasedFile, async ({ params: { id, sku } }, request) => {
    const session = requireUser(request);
    const { file } = await requireFile(id, sku, session.userId);
    const name = localised(file, request.language);
    const expires = now().getTime() + downloadLifeMs;
    const grant = { path: filePath(id, sku, name), session: session.id, expires };
    return { url: signedAddress(await signingKey(), grant), name };
  });

  app.get("/purchases/:id/files/:sku/:file", { schema: { hide: true } }, async (request, reply) => {
    const parsed = fileParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { id, sku, file } = parsed.data;
    const { userId } = await requireSignedSession(request, filePath(id, sku, file));
    const bought = await requireFile(id, sku, userId);
    const language = languages.find((one) => bought.file[one] === file);
    if (!language) throw new ApiError("not-found");
    const { size, body } = await openExtraFile(places, bought, language);
    reply.headers({
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${file}"`,
      "content-length": size,
    });
    return reply.type("application/pdf").send(body);
  });
}
