import type { FastifyInstance } from "fastify";
import {
  addExtra,
  changeExtra,
  getExtraFile,
  listStudioExtras,
  uploadExtraFile,
} from "#shared/api/extras.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { requirePassword } from "../../accounts/module.ts";
import { findCurrency, findExtras, findProduct } from "../../catalogue/module.ts";
import { openExtraFile, storePdf } from "./extra-files.ts";
import { addExtra as add, changeExtra as change, presentExtra } from "./extras.ts";

/** The extras, for admins who edit them in the studio (docs/decisions/0051-studio.md). */
export default async function extraRoutes(app: FastifyInstance): Promise<void> {
  const { database, now, config, jobs } = app.portal;
  const { brandDir } = config;
  const ground = () => ({ database, now, jobs, brandDir, storage: openMediaStorage(config) });

  serve(app, listStudioExtras, async () => ({
    currency: await findCurrency(database),
    items: (await findExtras(database)).map(presentExtra),
  }));

  serve(app, addExtra, async ({ body }, request) =>
    presentExtra(await add(ground(), body, actorOf(request))),
  );

  serve(app, changeExtra, async ({ params, body }, request) => {
    const { revision, password, ...written } = body;
    const session = requireAdmin(request);
    const entered = { session, ip: request.ip, field: "password" };
    const confirmed =
      password === undefined
        ? null
        : (await requirePassword(app.portal, { ...entered, password })).act;
    const by = { session, actor: actorOf(request), confirmed };
    return presentExtra(await change(ground(), { ...params, revision, written }, by));
  });

  serve(app, uploadExtraFile, ({ query: { name }, body }) =>
    storePdf(body, name, openMediaStorage(config)),
  );

  serve(app, getExtraFile, async ({ params: { sku, language } }) => {
    const extra = await findProduct(database, sku);
    if (!extra) throw new ApiError("not-found");
    return (await openExtraFile(ground(), extra, language)).body;
  });
}
