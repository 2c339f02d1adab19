import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { deleteAccount, exportAccount } from "../../../../src-shared/api/account.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { setRenewal } from "../../billing/subscriptions/renewal.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { users } from "../schema.ts";
import { serve } from "../../../http/serve.ts";
import { mailNotice } from "../mails/account-mails.ts";
import { personalData } from "./personal-data.ts";
import { requirePassword } from "../passwords/require-password.ts";

/** Nobody is charged after the account is gone. When that cannot be made sure of, it stays. */
async function stopRenewal(
  { portal, log }: FastifyInstance,
  database: Database,
  userId: string,
): Promise<void> {
  try {
    await setRenewal({ ...portal, database }, userId, false);
  } catch (error) {
    if (error instanceof ApiError && error.code === "no-subscription") return;
    log.error({ err: error }, "subscription of an account to be deleted could not be cancelled");
    throw new ApiError("cancel-failed");
  }
}

/** What the law gives a person: a copy of the data, and their end. */
export async function personalDataRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, exportAccount, async ({ body: { password } }, request, reply) => {
    const { user, act } = await requirePassword(request, password, "password");
    const data = await act((database) => personalData({ ...portal, database }, user.id));
    if (!data) throw new ApiError("unauthorized");
    reply.header("content-disposition", 'attachment; filename="account.json"');
    return data;
  });

  /** Sessions, links and membership end with the user; receipts stay, without the user. */
  serve(app, deleteAccount, async ({ body: { password } }, request) => {
    const { user, act } = await requirePassword(request, password, "password");
    await act(async (database) => {
      await stopRenewal(app, database, user.id);
      await database.delete(users).where(eq(users.id, user.id));
    });
    app.afterwards(() => mailNotice(portal, "account-deleted", user));
  });
}
