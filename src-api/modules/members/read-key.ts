import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  deleteReadKey,
  getReadKey,
  makeReadKey,
  readMembersCsv,
  readMembersJson,
} from "#shared/api/read-key.ts";
import { decimalAmount } from "#shared/money.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { type Cell, csvStream } from "#api/infra/csv.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { requirePassword } from "#api/modules/accounts/module.ts";
import { csvColumns, csvRows } from "./members.ts";
import { readKeys } from "./schema.ts";

/** Returns what a cell is in JSON: texts as they were written, amounts as in CSV. */
const jsonCell = (cell: Cell) => (typeof cell === "object" && cell ? decimalAmount(cell) : cell);

async function* jsonArray(rows: AsyncIterable<Cell[]>) {
  let before = "[";
  for await (const row of rows) {
    const member = Object.fromEntries(
      csvColumns.map((name, at) => [name, jsonCell(row[at] ?? "")]),
    );
    yield before + JSON.stringify(member);
    before = ",\n";
  }
  yield before === "[" ? "[]" : "]";
}

/**
 * Serves the key with which another program reads the members (docs/decisions/0069-webhooks.md): admins make, replace and delete it;
 * whoever has it gets what the export of the members has.
 */
export async function readKeyRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, getReadKey, async () => {
    const [key] = await database.select().from(readKeys);
    if (!key) return { key: null };
    const { createdAt, lastUsedAt } = key;
    return {
      key: {
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      },
    };
  });

  serve(app, makeReadKey, async ({ body: { password } }, request) => {
    const session = requireAdmin(request);
    const entered = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, entered);
    const key = `rk_${newToken()}`;
    await act(async (tx) => {
      const former = await tx.delete(readKeys).returning({ keyHash: readKeys.keyHash });
      await tx
        .insert(readKeys)
        .values({ keyHash: hashToken(key), createdAt: now(), lastUsedAt: null });
      await recordAct(tx, {
        act: "read-key-made",
        at: now(),
        actor: actorOf(request),
        subjectId: null,
        details: { replaced: former.length > 0 },
      });
    });
    return { key };
  });

  serve(app, deleteReadKey, async (_, request) => {
    await database.transaction(async (tx) => {
      const deleted = await tx.delete(readKeys).returning({ keyHash: readKeys.keyHash });
      if (deleted.length === 0) throw new ApiError("not-found");
      const [at, actor] = [now(), actorOf(request)];
      await recordAct(tx, { act: "read-key-deleted", at, actor, subjectId: null });
    });
  });

  /** Throws 403 unless the request has the key. Sessions do not count: an admin exports with a password. */
  async function requireKey(request: FastifyRequest): Promise<void> {
    await throttle(portal, "read-key", request.ip, "");
    const key = /^Bearer (rk_[\w-]{43})$/.exec(request.headers.authorization ?? "")?.[1];
    const used =
      key &&
      (await database
        .update(readKeys)
        .set({ lastUsedAt: now() })
        .where(eq(readKeys.keyHash, hashToken(key)))
        .returning({ keyHash: readKeys.keyHash }));
    if (!used || used.length === 0) throw new ApiError("forbidden");
  }

  const everybody = () => csvRows(portal, { query: "", status: undefined });

  serve(app, readMembersCsv, async (_, request) => {
    await requireKey(request);
    return csvStream(csvColumns, everybody());
  });

  serve(app, readMembersJson, async (_, request) => {
    await requireKey(request);
    return Readable.from(jsonArray(everybody()));
  });
}
