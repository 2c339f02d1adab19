import { builtRenderer } from "../server.ts";
import { buildRendererIfStale } from "./build/build-renderer.ts";
import { ignoreClosedOutput } from "./closed-output.ts";
import { explainFailure } from "./explain-failure.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

ignoreClosedOutput();

// The only way to build, so that the other commands can tell whether the build is up to date.
try {
  await buildRendererIfStale(builtRenderer, () => say("Building the interface…"));
  say(`The interface is in ${builtRenderer}.`);
} catch (error) {
  const sentence = explainFailure(error, null);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
