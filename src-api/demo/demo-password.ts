import { randomInt } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Letters and digits that are not easily confused. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

const fileIn = (dataDir: string) => join(dataDir, "demo-password");

/** Generates four groups of four characters: 79 bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

/** Returns the password that an earlier start generated and stored in the data folder, or null. */
export async function readDemoPassword(dataDir: string): Promise<string | null> {
  const text = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  return text.trim() || null;
}

/** Generates and stores a password, readable by the owner only, so that later starts can show it. */
export async function keepDemoPassword(dataDir: string): Promise<string> {
  const password = generatePassword();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(fileIn(dataDir), `${password}\n`, { mode: 0o600 });
  return password;
}

/** Deletes the stored password, when another one is configured. */
export const forgetDemoPassword = (dataDir: string) => rm(fileIn(dataDir), { force: true });
