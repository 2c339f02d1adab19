import { builtRenderer } from "#api/server.ts";
import { buildRendererIfStale } from "./build/build-renderer.ts";
import { ignoreClosedOutput, runToEnd } from "./command-process.ts";
import { explainFailure } from "./explain-failure.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

ignoreClosedOutput();

// The only way to build, so that the other commands can check whether the build is up to date.
try {
  await runToEnd(() => buildRendererIfStale(() => print("Building the interface…")));
  print(`The interface is in ${builtRenderer}.`);
} catch (error) {
  const sentence = explainFailure(error, null);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
