import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { embeddedFlagEnvironment as environment } from "../../../src-shared/flags.ts";
import { contextKey, encodedContextSchema } from "./context.ts";
import { createEventStream } from "./event-stream.ts";
import { FlagFeed } from "./flag-feed.ts";
import { presentAllForSdk } from "./present.ts";
import { StreamPlaces } from "./stream-places.ts";

/** A wildcard, since contexts are longer than other parameters may be. */
const params = z.object({ "*": encodedContextSchema });

/** Addresses hold whom the SDK asks for: they are not logged. Nor are they part of our own API. */
const quiet = { logLevel: "warn", schema: { hide: true } } as const;

const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // Or nginx would hold events back until it has enough of them.
  "x-accel-buffering": "no",
};

/** Seconds after which a stream that found no place is to be tried again. */
const retryAfter = 30;

/** The flags: all at once, and as a stream of events. */
function flagRoutes(app: FastifyInstance, feed: FlagFeed): void {
  const places = new StreamPlaces();
  const forContext = { ...quiet, schema: { ...quiet.schema, params } };

  app.get(`/sdk/evalx/${environment}/contexts/*`, forContext, async () =>
    presentAllForSdk(await feed.current()),
  );

  // HEAD would open a stream that nobody reads.
  const stream = { ...forContext, exposeHeadRoute: false };
  app.get(`/eval/${environment}/*`, stream, async ({ ip, params: context }, reply) => {
    const events = createEventStream();
    const user = contextKey(params.parse(context)["*"]);
    const leave = places.take(ip, user, () => events.end());
    if (!leave) return reply.code(503).header("retry-after", retryAfter).send();
    events.body.once("close", leave);
    try {
      await feed.join(events);
    } catch (error) {
      events.body.destroy();
      throw error;
    }
    return reply.headers(streamHeaders).send(events.body);
  });
}

/** What the SDK reports about its use is taken, so that it does not try again, and thrown away. */
async function reports(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_, __, done) => done(null));
  for (const kind of ["bulk", "diagnostic"]) {
    app.post(`/events/${kind}/${environment}`, quiet, (_, reply) => reply.code(202).send());
  }
}

/**
 * The embedded flag service, in the protocol of LaunchDarkly's client-side SDKs: what they ask of
 * `app.launchdarkly.com`, `clientstream.` and `events.` is answered below this prefix.
 */
export default async function flags(app: FastifyInstance): Promise<void> {
  const feed = new FlagFeed({ ...app.portal, log: app.log });
  app.addHook("onReady", () => feed.start());
  app.addHook("preClose", async () => feed.end());
  app.addHook("onClose", () => feed.stop());
  flagRoutes(app, feed);
  app.get(`/sdk/goals/${environment}`, quiet, async () => []);
  await app.register(reports);
}
