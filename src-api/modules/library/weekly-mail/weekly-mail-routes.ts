import type { FastifyInstance } from "fastify";
import { getWeeklyMail, setWeeklyMail } from "#shared/api/feeds.ts";
import { accountPath } from "#shared/routes.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { linkPages } from "#api/modules/readers/module.ts";
import {
  nextMonday,
  userOfToken,
  unsubscribe,
  findSubscription,
  subscribe,
} from "./weekly-mail.ts";

async function settingRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, getWeeklyMail, async (_, request) => ({
    wanted: (await findSubscription(database, requireUser(request).userId)) !== null,
  }));

  serve(app, setWeeklyMail, async ({ body: { wanted } }, request) => {
    const { userId } = wanted ? requireActiveMember(request) : requireUser(request);
    const at = now();
    if (!wanted) await unsubscribe(database, userId);
    else
      await subscribe(database, {
        userId,
        createdAt: at,
        dueAt: nextMonday(at, portal.brand.timeZone),
        newSince: at,
      });
    return { wanted };
  });
}

/** Serves the link that ends the weekly mail without a login. */
async function unsubscribeRoutes(app: FastifyInstance): Promise<void> {
  const { database } = app.portal;
  await linkPages(app, {
    path: "/weekly-mail/:token",
    texts: "unsubscribe",
    next: `${accountPath}#weekly`,
    isValid: async (token) => (await userOfToken(database, token)) !== null,
    act: async (token) => {
      const userId = await userOfToken(database, token);
      if (userId !== null) await unsubscribe(database, userId);
      return userId !== null;
    },
  });
}

/** The weekly mail: whether a user wants it, and the link that ends it. */
export default async function weeklyMailRoutes(app: FastifyInstance): Promise<void> {
  await app.register(settingRoutes);
  await app.register(unsubscribeRoutes);
}
