import type { FastifyInstance } from "fastify";
import { exportAccount } from "#shared/api/account.ts";
import { isPartOn } from "#shared/parts.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { eq, getTableColumns } from "#api/infra/database/drizzle.ts";
import { deviceName } from "#api/infra/device-name.ts";
import type { OwnedData, Portal, PortalModule, RouteSetup } from "#api/portal.ts";
import { requirePassword } from "./password.ts";
import {
  emailChanges,
  idempotencyKeys,
  invitations,
  knownDevices,
  loginChallenges,
  oneTimeTokens,
  passkeys,
  secondFactors,
  sessions,
  users,
} from "./schema.ts";
import { factorState } from "./second-factor.ts";
import { findUser } from "./users.ts";

/** What accounts store about a user; exported without tokens and hashes. */
export const accountData: OwnedData = {
  columns: [
    { column: sessions.userId, onDelete: "cascade", onMerge: "delete" },
    { column: secondFactors.userId, onDelete: "cascade", onMerge: "delete" },
    { column: loginChallenges.userId, onDelete: "cascade", onMerge: "delete" },
    { column: emailChanges.userId, onDelete: "cascade", onMerge: "delete" },
    { column: passkeys.userId, onDelete: "cascade", onMerge: "delete" },
    { column: knownDevices.userId, onDelete: "cascade", onMerge: "delete" },
    { column: oneTimeTokens.userId, onDelete: "cascade", onMerge: "delete" },
    { column: invitations.userId, onDelete: "cascade", onMerge: "delete" },
    { column: idempotencyKeys.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  exportData: async (database, { id }) => {
    const { passwordHash: _, isDemo: __, ...profile } = getTableColumns(users);
    const [user] = await database.select(profile).from(users).where(eq(users.id, id));
    const devices = await database
      .select({
        userAgent: sessions.userAgent,
        factors: sessions.factors,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, id));
    const [emailChange] = await database
      .select({
        email: emailChanges.email,
        createdAt: emailChanges.createdAt,
        expiresAt: emailChanges.expiresAt,
      })
      .from(emailChanges)
      .where(eq(emailChanges.userId, id));
    return {
      profile: user ?? null,
      sessions: devices.map((session) => ({ device: deviceName(session.userAgent), ...session })),
      secondFactor: await factorState(database, id),
      passkeys: await database
        .select({
          name: passkeys.name,
          createdAt: passkeys.createdAt,
          lastUsedAt: passkeys.lastUsedAt,
        })
        .from(passkeys)
        .where(eq(passkeys.userId, id)),
      knownDevices: await database
        .select({
          firstUsedAt: knownDevices.firstUsedAt,
          lastUsedAt: knownDevices.lastUsedAt,
          knownUntil: knownDevices.knownUntil,
        })
        .from(knownDevices)
        .where(eq(knownDevices.userId, id)),
      mailedLinks: await database
        .select({
          purpose: oneTimeTokens.purpose,
          email: oneTimeTokens.email,
          createdAt: oneTimeTokens.createdAt,
          expiresAt: oneTimeTokens.expiresAt,
        })
        .from(oneTimeTokens)
        .where(eq(oneTimeTokens.userId, id)),
      invitation: await database
        .select({
          requestedAt: invitations.requestedAt,
          sentAt: invitations.sentAt,
          remindedAt: invitations.remindedAt,
          acceptedAt: invitations.acceptedAt,
        })
        .from(invitations)
        .where(eq(invitations.userId, id)),
      emailChange: emailChange ?? null,
      submits: await database
        .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt })
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.userId, id)),
    };
  },
};

/** Returns what the modules store about a user, without what is switched off; null when the account was deleted. */
async function exportPersonalData(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  modules: readonly PortalModule[],
  userId: string,
) {
  const user = await findUser(database, userId);
  if (!user) return null;
  const exported: Record<string, unknown> = { exportedAt: now() };
  for (const { ownedData } of modules) {
    Object.assign(exported, await ownedData?.exportData(database, user));
    for (const [field, part] of Object.entries(ownedData?.exportedParts ?? {})) {
      if (!isPartOn(brand, part)) delete exported[field];
    }
  }
  return exported;
}

/** Serves the export of personal data, which data protection law requires. */
export async function personalDataRoutes(
  app: FastifyInstance,
  { modules }: Pick<RouteSetup, "modules">,
): Promise<void> {
  const { portal } = app;

  serve(app, exportAccount, async ({ body: { password } }, request, reply) => {
    const entered = { session: requireUser(request), ip: request.ip, password, field: "password" };
    const { user, act } = await requirePassword(portal, entered);
    const data = await act(async (database) => {
      const found = await exportPersonalData({ ...portal, database }, modules, user.id);
      const at = portal.now();
      const actor = actorOf(request);
      await recordAct(database, { act: "data-exported", at, actor, subjectId: user.id });
      return found;
    });
    if (!data) throw new ApiError("unauthorized");
    reply.header("content-disposition", 'attachment; filename="account.json"');
    return data;
  });
}
