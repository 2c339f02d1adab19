import closeWithGrace from "close-with-grace";
import type { Config } from "#api/config.ts";
import { startServer, type Overrides } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { startNotice } from "./announce.ts";
import { ignoreClosedOutput, runToEnd } from "./command-process.ts";
import { explainFailure } from "./explain-failure.ts";

/** Ms after which closing has failed; longer than requests and jobs under way may take together. */
const closeTimeoutMs = 15_000;

/**
 * Runs the portal as the environment says until a signal ends it. An expected failure of the start is printed
 * as a sentence, with exit code 1; others are thrown.
 *
 * @param prepare called before the start
 */
export async function runPortal(
  overrides: Overrides = {},
  prepare: (config: Config) => Promise<void> = async () => {},
): Promise<void> {
  ignoreClosedOutput();
  let config: Config | null = null;
  try {
    const settings = readSettings();
    config = settings;
    const server = await runToEnd(async () => {
      await prepare(settings);
      return startServer(settings, overrides);
    });
    const noticeMs = settings.shutdownDelay * 1000;
    closeWithGrace(
      { logger: server.app.log, delay: noticeMs + closeTimeoutMs },
      async ({ err }) => {
        if (err) server.app.log.fatal({ err }, "ending after a failure that nobody caught");
        await server.close({ noticeMs: err ? 0 : noticeMs });
      },
    );
    process.stdout.write(`${startNotice(server)}\n`);
  } catch (error) {
    const sentence = explainFailure(error, config);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}
