import { brandDirOf } from "#api/brand.ts";
import { builtRenderer } from "#api/server.ts";
import { loadSettings } from "#api/settings.ts";
import { buildRendererIfStale } from "./build/build-renderer.ts";
import { ignoreClosedOutput, runToEnd } from "./command-process.ts";
import { explainFailure } from "./explain-failure.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

ignoreClosedOutput();

// The only way to build, so that the other commands can check whether the build is up to date.
try {
  const brandDir = brandDirOf(loadSettings(process.argv.slice(2)));
  await runToEnd(() => buildRendererIfStale(brandDir, () => print("Building the interface…")));
  print(`The interface is in ${builtRenderer}.`);
} catch (error) {
  const sentence = explainFailure(error, null);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
