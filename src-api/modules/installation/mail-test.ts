import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import { testMail } from "#shared/api/services.ts";
import type { Language } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { MailServerError } from "#api/infra/mail/mail-server.ts";
import { sendTestMail } from "#api/infra/mail/mailer.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import type { Portal } from "#api/portal.ts";
import { setUpStepStates } from "./schema.ts";

type Outcome = z.infer<typeof testMail.answer>;

/** Sends a test mail, and returns what came of it, in a language. */
async function tryMail(
  { config, brand }: Portal,
  to: string,
  language: Language,
): Promise<Outcome> {
  try {
    const sent = await sendTestMail(config, brand, { to, language });
    const server = "server" in sent ? sent.server : "";
    return { outcome: "sent", text: textsIn(language)("mail-server:sent", { server, to }) };
  } catch (error) {
    if (!(error instanceof MailServerError)) throw error;
    return { outcome: error.problem, text: error.textIn(language) };
  }
}

export async function mailTestRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, testMail, async ({ body: { address } }, request) => {
    const { userId, email } = requireUser(request);
    const { config, database, now } = portal;
    const t = textsIn(request.language);
    if (!config.smtpUrl) {
      const text = `${t("mail-server:notSet")} ${t("mail-server:setIt")}`;
      return { outcome: "not-set" as const, text };
    }
    await throttle(portal, "mail-test", request.ip, userId);
    const tried = await tryMail(portal, address ?? email, request.language);
    await database.transaction(async (tx) => {
      const at = now();
      await recordAct(tx, {
        act: "mail-tested",
        at,
        actor: actorOf(request),
        subjectId: null,
        details: { outcome: tried.outcome },
      });
      if (tried.outcome !== "sent") return;
      const done = { state: "done", changedAt: at } as const;
      await tx
        .insert(setUpStepStates)
        .values({ step: "mail", ...done })
        .onConflictDoUpdate({ target: setUpStepStates.step, set: done });
    });
    return tried;
  });
}
