import { randomInt } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Letters and digits that nobody mistakes for one another when copying them. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

const fileIn = (dataDir: string) => join(dataDir, "demo-password");

/** Four groups of four: 79 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

/** The password that an earlier start made up and kept in the data folder, or null. */
export async function readDemoPassword(dataDir: string): Promise<string | null> {
  const text = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  return text.trim() || null;
}

/** Makes a password up and keeps it, readable by the owner only, so that later starts can show it. */
export async function keepDemoPassword(dataDir: string): Promise<string> {
  const password = makePassword();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(fileIn(dataDir), `${password}\n`, { mode: 0o600 });
  return password;
}

/** Forgets it: another password is configured. */
export const forgetDemoPassword = (dataDir: string) => rm(fileIn(dataDir), { force: true });
