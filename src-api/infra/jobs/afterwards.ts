import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Runs a job once the answer is on its way, so that neither a slow mail server nor the time the
     * job takes shows in it. A failure is logged. Closing the server waits for the jobs under way.
     */
    afterwards(job: () => Promise<void>): void;
    /** Resolves when no job is under way: what a test waits for before it looks at the mails. */
    jobsDone(): Promise<void>;
  }
}

/** Work that a request sets off and does not wait for. */
export default plugin(async (app: FastifyInstance) => {
  const underWay = new Set<Promise<void>>();
  const jobsDone = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  app.decorate("jobsDone", jobsDone);
  app.decorate("afterwards", (job: () => Promise<void>) => {
    const run = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await job().catch((err: unknown) => app.log.error({ err }, "a job after a request failed"));
      underWay.delete(done);
    };
    const done = run();
    underWay.add(done);
  });
  app.addHook("onClose", jobsDone);
});
