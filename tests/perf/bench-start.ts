import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { _electron, type Page } from "@playwright/test";
import { asUnwatched } from "./measured-portal.ts";

/** An Electron app to start, and the condition for being ready. */
export type StartedApp = {
  /** Folder of the app, with its package.json. */
  path: string;
  environment: Record<string, string>;
  /** Files that its new data folder contains: text by name. */
  files?: Record<string, string>;
  /** Resolves once its window can be used. */
  usable: (page: Page) => Promise<void>;
};

const switches = (folder: string) => [
  `--user-data-dir=${folder}`,
  asUnwatched,
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
  );

/** Creates the data folder of a first start. */
export async function prepareFolder({ files = {} }: StartedApp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/**
 * Starts an app with a data folder and ends it again. Returns the ms from the start until its first
 * window can be used. Rejects with the app's output if that never happens.
 */
export async function measureStart(
  { path, environment, usable }: StartedApp,
  folder: string,
): Promise<number> {
  const args = [...switches(folder), path];
  const env = { ...inherited(), ...environment };
  const begin = performance.now();
  const app = await _electron.launch({ args, env });
  let said = "";
  app.process().stderr?.on("data", (text) => (said += String(text)));
  try {
    await usable(await app.firstWindow());
    return performance.now() - begin;
  } catch (cause) {
    throw new Error(`${path} did not start. It said:\n${said}`, { cause });
  } finally {
    await app.close();
  }
}
