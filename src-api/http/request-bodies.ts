import { finished, Transform } from "node:stream";
import { errorCodes, type FastifyInstance } from "fastify";
import plugin from "fastify-plugin";

/** Largest body that is read, in bytes, unless a route sets a limit of its own. */
export const bodyLimit = 256 * 1024;

/** Refuses compressed bodies (415), and closes the connection of a body that is not read to its end. */
export const requestBodies = plugin(
  async (app: FastifyInstance) => {
    app.addHook("preParsing", async ({ raw }) => {
      const encoding = raw.headers["content-encoding"]?.trim().toLowerCase();
      if (encoding && encoding !== "identity") {
        throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(encoding);
      }
    });
    app.addHook("onSend", async ({ raw }, reply) => {
      const { "content-length": length, "transfer-encoding": transfer } = raw.headers;
      const isLong = transfer !== undefined || Number(length ?? 0) > bodyLimit;
      // Otherwise Node.js reads and discards whatever the client goes on sending.
      if (isLong && !raw.complete) reply.header("connection", "close");
    });
  },
  { name: "request-bodies" },
);

/** Has the routes of a scope ignore bodies of any type and encoding, valid or not, which are read up to the limit. */
export function ignoreBodies(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    delete raw.headers["content-type"]; // an invalid one would cause a 415
    delete raw.headers["content-encoding"];
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_, payload, done) => {
    let length = 0;
    const stop = finished(payload, () => done(null));
    payload.on("data", function count(chunk: Buffer) {
      length += chunk.length;
      if (length <= bodyLimit) return;
      stop();
      payload.off("data", count).pause();
      done(null);
    });
  });
}

/** Has the routes of a scope get bodies of any type as streams, which fail with 413 after so many bytes. */
export function passBodies(app: FastifyInstance, maxBytes: number): void {
  app.addHook("onRequest", async ({ raw }) => {
    if (Number(raw.headers["content-length"] ?? 0) > maxBytes) {
      throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    }
    delete raw.headers["content-type"]; // the file says itself what it is
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_, payload, done) => {
    let length = 0;
    const limited = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        length += chunk.length;
        if (length > maxBytes) next(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
        else next(null, chunk);
      },
    });
    payload.on("error", (error) => limited.destroy(error));
    done(null, payload.pipe(limited));
  });
}
