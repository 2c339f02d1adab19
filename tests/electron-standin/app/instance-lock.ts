import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** What a second start passes to the first one: arguments, working folder, additional data. */
export type SecondStart = [argv: string[], folder: string, data: unknown];

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let release = () => {};

/**
 * Takes the folder's lock, a file with our pid. If a running process holds it, writes the start to a
 * folder that the process watches, and returns false.
 */
export function takeInstanceLock(
  folder: string,
  data: unknown,
  onSecondStart: (start: SecondStart) => void,
): boolean {
  const lock = join(folder, "standin.lock");
  const inbox = `${lock}.inbox`;
  const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
  if (holder && holder !== process.pid && isAlive(holder)) {
    const file = join(inbox, String(process.pid));
    const start: SecondStart = [process.argv, process.cwd(), data];
    writeFileSync(`${file}.tmp`, JSON.stringify(start));
    renameSync(`${file}.tmp`, `${file}.json`);
    return false;
  }
  release();
  mkdirSync(inbox, { recursive: true });
  writeFileSync(lock, String(process.pid));
  const watcher = watch(inbox, (_, name) => {
    const file = join(inbox, name ?? "");
    if (!name?.endsWith(".json") || !existsSync(file)) return;
    const start = JSON.parse(readFileSync(file, "utf8")) as SecondStart; // written above
    rmSync(file);
    onSecondStart(start);
  }).unref();
  release = () => {
    watcher.close();
    rmSync(lock, { force: true });
  };
  return true;
}

export const releaseInstanceLock = (): void => release();
