import { randomUUID } from "node:crypto";
import type { onRequestHookHandler } from "fastify";
import { requestIdHeader } from "#shared/api/endpoint.ts";

/** Number of characters of an identifier: 48 random bits, short enough to be read out. */
const length = 13;

/** Returns an identifier for a request: `3f2a91c0-77de`. Those that clients send are never used. */
export const newRequestId = (): string => randomUUID().slice(0, length);

/** Tells the client the identifier by which the log names its request. */
export const sendRequestId: onRequestHookHandler = (request, reply, done) => {
  reply.header(requestIdHeader, request.id);
  done();
};
