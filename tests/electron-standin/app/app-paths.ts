import { mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startedWith } from "../started-with.ts";
import { notThere } from "../strict.ts";

export const { appName } = startedWith;

const chosen = new Map<string, string>();

const usual: Record<string, () => string> = {
  home: homedir,
  temp: tmpdir,
  exe: () => process.execPath,
  appData: () => process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"),
  userData: () => startedWith.switchValue("user-data-dir") ?? join(appPath("appData"), appName),
  sessionData: () => appPath("userData"),
  logs: () => join(appPath("userData"), "logs"),
};

/** `app.getPath` */
export function appPath(name: string): string {
  const path = chosen.get(name) ?? usual[name]?.();
  if (path === undefined) throw notThere(`app.getPath("${name}")`);
  if (name === "userData") mkdirSync(path, { recursive: true });
  return resolve(path);
}

/** `app.setPath` */
export const setAppPath = (name: string, path: string): void => void chosen.set(name, path);
