import closeWithGrace from "close-with-grace";
import { readConfig, type Config } from "../config.ts";
import { builtRenderer, startServer } from "../server.ts";
import { demoNotice } from "./announce.ts";
import { buildRendererIfStale } from "./build/build-renderer.ts";
import { explainFailure } from "./explain-failure.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

let config: Config | null = null;
try {
  config = readConfig(process.env);
  await buildRendererIfStale(builtRenderer, () => say("Building the interface…"));
  const server = await startServer(config);
  closeWithGrace({ logger: server.app.log }, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, "ending after a failure that nobody caught");
    await server.close();
  });
  if (server.demo) say(demoNotice(server.demo));
  say(`${server.portal.brand.name} runs at ${server.origin}`);
} catch (error) {
  const sentence = explainFailure(error, config);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
