import closeWithGrace from "close-with-grace";
import type { Config } from "../../config.ts";
import type { CloseLimits } from "../../http/graceful-close.ts";
import { startServer, type Overrides } from "../../server.ts";
import { startNotice } from "../announce.ts";
import { commandTokenVariable, leaveSchema, type Ready } from "./messages.ts";

/** Signals that a terminal or service manager may send to every process: the primary decides. */
const leftToPrimary = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Limits of a worker whose requests go to others: nobody waits for it to end. */
const whenReplaced: CloseLimits = { notice: 0, drain: 5_000, requests: 30_000 };

/** Ms after which closing has failed; longer than all limits of closing together. */
const closeWithin = 50_000;

/** Calls back when the primary tells this worker to end. Node ends a worker without a primary at once. */
function onLeave(leave: (replaced: boolean) => void): void {
  process.on("message", (message) => {
    const parsed = leaveSchema.safeParse(message);
    if (parsed.success) leave(parsed.data.replaced);
  });
}

/**
 * Runs the portal in a worker of the cluster until the primary ends it. Rejects like `startServer`;
 * the process has to end then.
 */
export async function runWorker(config: Config, overrides: Overrides): Promise<void> {
  for (const signal of leftToPrimary) process.on(signal, () => {});
  let leave = (_replaced: boolean): void => process.exit(1); // told to end before it had started
  onLeave((replaced) => leave(replaced));
  const commandToken = process.env[commandTokenVariable];
  const server = await startServer(config, { ...overrides, ...(commandToken && { commandToken }) });
  const notice = config.shutdownDelay * 1000;
  let limits: Partial<CloseLimits> = {};
  const ending = closeWithGrace(
    { logger: server.app.log, delay: notice + closeWithin, skip: [...leftToPrimary] },
    async ({ err }) => {
      if (err) server.app.log.fatal({ err }, "ending after a failure that nobody caught");
      await server.close(limits);
    },
  );
  leave = (replaced) => {
    limits = replaced ? whenReplaced : { notice };
    leave = () => {};
    ending.close();
  };
  const ready: Ready = { kind: "ready", origin: server.origin, notice: startNotice(server) };
  process.send?.(ready);
}
