// The process that Electronegativity runs in: `run.ts <folder> <Electron's version>`. What its
// runner returns is sent to the parent process.
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const runner = import.meta.resolve("@doyensec/electronegativity");
const require = createRequire(runner);

const replaced = new Map([
  // Its TypeScript parser is hoisted and would load this project's TypeScript version.
  ["typescript", pathToFileURL(require.resolve("typescript")).href],
  // It asks for translations.
  ["got", new URL("no-network.ts", import.meta.url).href],
]);
registerHooks({
  resolve: (specifier, context, next) => {
    const url = replaced.get(specifier);
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});

type Runner = (options: object) => Promise<object>;

const { default: run } = (await import(runner)) as { default: Runner }; // it has no types
const [input, electronVersionOverride] = process.argv.slice(2);
const result = await run({
  input,
  electronVersionOverride,
  isRelative: true,
  excludeFromScan: ["AvailableSecurityFixesGlobalCheck"], // see baseline.ts
});
process.send?.(result);
