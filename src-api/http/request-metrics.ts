import type { FastifyInstance } from "fastify";

type AnsweredRequest = {
  method: string;
  /** Template of the address, such as `/api/content/:kind`; `none` for an address without a route. */
  route: string;
  status: number;
  seconds: number;
};

export type Answered = (request: AnsweredRequest) => void;

/** Calls back after each answer, but for streams of events: they last as long as a page. */
export function measureRequests(app: FastifyInstance, answered: Answered): void {
  app.addHook("onResponse", (request, reply, done) => {
    const isStream = String(reply.getHeader("content-type")).startsWith("text/event-stream");
    const { url } = request.routeOptions;
    if (!isStream) {
      answered({
        method: url === undefined ? "any" : request.method,
        route: url ?? "none",
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
    }
    done();
  });
}
