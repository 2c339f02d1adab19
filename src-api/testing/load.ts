import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { embeddedFlagEnvironment } from "#shared/flags.ts";

/** Sends one request, and returns its status. Rejects if it is not answered completely. */
async function send(origin: string, agent: Agent | false, method: "GET" | "POST"): Promise<number> {
  const path = { GET: "/content/articles", POST: `/flags/events/bulk/${embeddedFlagEnvironment}` };
  const sent = request(`${origin}/api${path[method]}`, { agent, method, timeout: 10_000 });
  sent.on("timeout", () => sent.destroy(new Error("not answered")));
  sent.end(method === "POST" ? "[]" : undefined);
  const [answer] = (await once(sent, "response")) as [IncomingMessage]; // declared as any[]
  await buffer(answer);
  return answer.statusCode ?? 0;
}

/** Requests of clients that send one after the other. */
export type Load = {
  answered: number;
  /** What went wrong, one entry per request: an error, or a status other than 2xx. */
  failures: string[];
  stop(): Promise<void>;
};

/**
 * Sends requests until it is stopped: clients that keep their connection, and as many that open one for
 * each request; GET and POST in turn.
 */
export function startLoad(origin: string, clientsOfEach: number): Load {
  const ending = new AbortController();
  const load: Load = { answered: 0, failures: [], stop: async () => {} };
  const client = async (keepAlive: boolean) => {
    const agent = keepAlive && new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !ending.signal.aborted; turn++) {
      const method = turn % 2 ? "POST" : "GET";
      const result = await send(origin, agent, method).catch((error: unknown) => String(error));
      if (typeof result === "number" && result < 300) load.answered += 1;
      else load.failures.push(`${method}, ${keepAlive ? "kept" : "fresh"} connection: ${result}`);
    }
    if (agent) agent.destroy();
  };
  const clients = Array.from({ length: clientsOfEach * 2 }, (_, at) => client(at % 2 === 0));
  load.stop = async () => {
    ending.abort();
    await Promise.all(clients);
  };
  return load;
}
