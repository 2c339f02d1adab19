import type { FastifyRequest } from "fastify";
import type { Actor } from "#api/infra/audit/record-act.ts";
import { readableAddress } from "#api/infra/throttle/networks.ts";

/** Returns who sent a request, for the audit trail; the address is the one that limits count. */
export const actorOf = (request: Pick<FastifyRequest, "session" | "ip" | "headers">): Actor => ({
  userId: request.session?.userId ?? null,
  via: "portal",
  ip: readableAddress(request.ip),
  userAgent: request.headers["user-agent"] ?? null,
});
