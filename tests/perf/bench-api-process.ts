import type { AddressInfo } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import Fastify from "fastify";
import type { Pool } from "pg";
import { readConfig } from "../../src-api/config.ts";
import { createSession } from "../../src-api/modules/accounts/sessions/sessions.ts";
import { createUser } from "../../src-api/modules/accounts/users.ts";
import { grantMembership } from "../../src-api/modules/billing/module.ts";
import { startServer, type RunningServer } from "../../src-api/server.ts";
import { queryRate, type BareQuery } from "./bench-api-queries.ts";

/** What a process of the benchmark is asked for, and answers with the same `id`. */
export type Order =
  /** A new member's token. */
  | { id: number; order: "member" }
  /** How often a query runs per second, measured for some ms. */
  | { id: number; order: "query"; query: BareQuery; ms: number }
  /** The address of a bare Fastify server that answers with these headers and bytes. */
  | { id: number; order: "bare"; headers: Record<string, string>; body: string }
  | { id: number; order: "close" };

async function addMember({ portal }: RunningServer): Promise<string> {
  const email = `bench-${process.pid}-${performance.now()}@example.com`;
  const user = await createUser(portal, {
    email,
    name: "Bench",
    password: "a long enough password",
  });
  await grantMembership(portal, user, null);
  return createSession(portal, user, "");
}

async function serveBare(headers: Record<string, string>, body: string) {
  const app = Fastify();
  const bytes = Buffer.from(body);
  app.get("/", (_, reply) => reply.headers(headers).send(bytes));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo; // not a pipe: listens on host and port
  return { address: `http://127.0.0.1:${port}/`, close: () => app.close() };
}

const opened = new AsyncDisposableStack();
const server = await startServer(readConfig(process.env));
opened.defer(() => server.close());
// The driver of the portal, on the same connections.
const { $client: client } = server.portal.database as unknown as { $client: PGlite | Pool };

async function obey(order: Order): Promise<unknown> {
  if (order.order === "member") return addMember(server);
  if (order.order === "query") return queryRate(client, order.query, order.ms);
  if (order.order === "close") return opened.disposeAsync();
  const bare = await serveBare(order.headers, order.body);
  opened.defer(() => bare.close());
  return bare.address;
}

process.on("message", async (order: Order) => {
  process.send?.({ id: order.id, result: await obey(order) });
  if (order.order === "close") process.disconnect();
});
process.send?.({ id: 0, result: server.origin });
