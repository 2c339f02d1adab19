import { builtRenderer } from "../server.ts";
import { BuildError, buildRendererIfStale } from "./build/build-renderer.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

// One way to build, whoever asks for it: what follows knows that it need not build again.
try {
  await buildRendererIfStale(builtRenderer, () => say("Building the interface…"));
  say(`The interface is in ${builtRenderer}.`);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
