import { readFileSync } from "node:fs";
import inspector from "node:inspector";
import Module, { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { mainExports } from "./declared-api.ts";
import { startedWith } from "./started-with.ts";

/** Makes `process` look like Electron's main process. */
function patchProcess(): void {
  const manifest = fileURLToPath(import.meta.resolve("electron/package.json"));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string }; // npm's
  const { executable, argv, resourcesPath, packaged } = startedWith;
  process.argv = [executable, ...argv];
  process.execPath = executable;
  Object.assign(process, {
    type: "browser",
    resourcesPath,
    ...(!packaged && { defaultApp: true }),
  });
  Object.defineProperty(process.versions, "electron", { value: version, enumerable: true });
}

/** Resolves `electron` to the stand-in for import, require and the inspector's `require`. */
function replaceElectron(): void {
  const url = "standin:electron";
  const from = JSON.stringify(new URL("electron-module.ts", import.meta.url).href);
  const names = mainExports().map((name) => `export const ${name} = electron.${name};`);
  const source = `import { electron } from ${from};
    export { electron as default, electron as "module.exports" };
    ${names.join("\n")}`;
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/(main|common))?$/.test(specifier)
        ? { url, format: "module", shortCircuit: true }
        : next(specifier, context),
    load: (address, context, next) =>
      address === url ? { format: "module", source, shortCircuit: true } : next(address, context),
  });
}

async function run(): Promise<void> {
  Module.enableCompileCache(); // the app is started many times
  patchProcess();
  replaceElectron();
  // Electron warns where Node would exit.
  process.on("unhandledRejection", (error) => console.error("UnhandledPromiseRejection:", error));
  if (startedWith.underPlaywright) inspector.open(0, "127.0.0.1"); // says "Debugger listening on …"
  const { startApp } = await import("./app/app.ts");
  const require = Module.createRequire(import.meta.url);
  for (const file of startedWith.preloads) require(file);
  await import(pathToFileURL(startedWith.main).href);
  await startApp();
}

await run();
