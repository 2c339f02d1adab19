import { Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";

/** How long closing takes at most. */
export type CloseLimits = {
  /** How long the server goes on serving as before while `/health/ready` says that it will end. */
  noticeMs: number;
  /** How long idle connections stay open, for one last request each, answered with `connection: close`. */
  drainMs: number;
  /** How long requests under way may take, after the time for idle connections. */
  requestsMs: number;
};

/** Idle connections get a moment, since requests may be on their way. */
const defaultLimits: CloseLimits = { noticeMs: 0, drainMs: 200, requestsMs: 5_000 };

/** Interval at which connections are closed whose last answer began before the server closed. */
const closeIdleEveryMs = 50;

declare module "fastify" {
  interface FastifyInstance {
    /** Can be changed until the server closes. */
    closeLimits: CloseLimits;
    /** Whether the process is about to end. */
    closing: { begun: boolean };
  }
}

async function drain(app: FastifyInstance): Promise<void> {
  const { server, closeLimits } = app;
  if (!server.listening) return;
  const closed = new AbortController();
  server.once("close", () => closed.abort());
  // The method of HTTP servers would close idle connections, too, on which a request may be arriving.
  Server.prototype.close.call(server);
  await delay(closeLimits.drainMs, undefined, closed).catch(() => {}); // all connections are closed
  if (closed.signal.aborted) return;
  const idle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), closeLimits.requestsMs);
  server.once("close", () => {
    clearInterval(idle);
    clearTimeout(cut);
  });
}

/**
 * Makes the server close without losing requests: it stops accepting connections, answers what is under
 * way or still arrives with `connection: close`, and cuts what takes longer than the limits. Register it
 * last: hooks of other plugins end their streams first. See docs/decisions/0013-several-processes.md.
 */
export const gracefulClose = fastifyPlugin(async (app: FastifyInstance) => {
  let closing = false;
  app.decorate("closeLimits", { ...defaultLimits });
  app.decorate("closing", { begun: false });
  app.addHook("preClose", async () => {
    closing = true;
    app.closing.begun = true;
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (closing) reply.header("connection", "close");
    done();
  });
  await app.register(async (last) => last.addHook("preClose", () => drain(app)));
});

/** Has the server say that it will end, for the time of notice; it serves requests as before. */
export async function announceShutdown(app: FastifyInstance): Promise<void> {
  app.closing.begun = true;
  await delay(app.closeLimits.noticeMs);
}
