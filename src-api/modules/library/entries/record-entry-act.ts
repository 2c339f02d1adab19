import type { FastifyRequest } from "fastify";
import type { ActName } from "#shared/api/audit.ts";
import { actorOf } from "#api/http/actor.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { EntryKey } from "./write-store.ts";

/** Records what a request does to an entry in the audit trail, in the transaction of what it records. */
export const recordEntryAct = (
  tx: Database,
  act: ActName,
  request: FastifyRequest,
  { kind, slug }: EntryKey,
): Promise<void> =>
  recordAct(tx, {
    act,
    at: request.server.portal.now(),
    actor: actorOf(request),
    subjectId: null,
    details: { entry: `${kind}/${slug}` },
  });
