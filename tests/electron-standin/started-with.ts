import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod/mini";

const manifestSchema = z.object({
  name: z.string(),
  productName: z.optional(z.string()),
  version: z.string(),
  main: z.string(),
});

/** Parses `-r file … app …`: the first argument that is not a switch is the app. */
function readArguments(args: string[]) {
  const preloads: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? "";
    if (argument === "-r") preloads.push(resolve(args[++i] ?? ""));
    else if (!argument.startsWith("-")) return { preloads, app: resolve(argument), at: i };
  }
  throw new Error("electron stand-in: no app was given");
}

const args = process.argv.slice(2);
const { preloads, app, at } = readArguments(args);
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(app, "package.json"), "utf8")));

/** Simulates an installation: the app is in the `resources` folder of the program. */
const packaged = process.env["STANDIN_PACKAGED"] === "1";
const resourcesPath = packaged ? dirname(app) : join(import.meta.dirname, "resources");
const appName = manifest.productName ?? manifest.name;

/** How the stand-in was started. */
export const startedWith = {
  args,
  /** Scripts to run before the app (`-r`). */
  preloads,
  appPath: app,
  appName,
  manifest,
  packaged,
  resourcesPath,
  executable: packaged
    ? join(dirname(resourcesPath), appName)
    : join(import.meta.dirname, "electron"),
  /** `process.argv` after the executable. An installed app does not get its own path. */
  argv: packaged ? args.toSpliced(at, 1) : args,
  main: join(app, manifest.main),
  underPlaywright: args.includes("--remote-debugging-port=0"),
  switchValue: (name: string): string | undefined =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3),
};
