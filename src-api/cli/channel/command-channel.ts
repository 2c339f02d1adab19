import { randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { ApiError } from "../../infra/api-error.ts";
import type { Portal } from "../../portal.ts";
import { CommandError } from "./command-error.ts";

/** Header by which a command shows that it can read the credential. */
const header = "x-command-credential";

/** Where the running API takes commands, and the secret that lets them in. */
const credentialSchema = z.object({ origin: z.url(), token: z.string().check(z.minLength(20)) });

const answerSchema = z.object({ lines: z.array(z.string()) });
const refusalSchema = z.object({ message: z.string() });

const credentialFile = (dataDir: string) => join(dataDir, "command-credential.json");

/** Secrets of the portals of this process that take commands. */
const secrets = new WeakMap<Portal, string>();

async function readCredential(dataDir: string) {
  const text = await readFile(credentialFile(dataDir), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return credentialSchema.parse(JSON.parse(text));
  } catch {
    return null; // half written or foreign: as good as none, the next start replaces it
  }
}

/**
 * Lets commands reach this server, which listens at `origin`: writes the credential into the data
 * folder, readable by the owner of the process only. Gives what closes the channel again.
 */
export async function openCommandChannel(
  app: FastifyInstance,
  origin: string,
): Promise<() => Promise<void>> {
  const { portal } = app;
  const { dataDir } = portal.config;
  const token = randomBytes(32).toString("base64url");
  secrets.set(portal, token);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${credentialFile(dataDir)}.${process.pid}`;
  await writeFile(draft, JSON.stringify({ origin, token }), { mode: 0o600 });
  await rename(draft, credentialFile(dataDir));
  return async () => {
    secrets.delete(portal);
    const written = await readCredential(dataDir);
    if (written?.token === token) await rm(credentialFile(dataDir), { force: true });
  };
}

/** Lets only commands pass. For everybody else there is nothing at the address. */
export async function requireCommandCredential(request: FastifyRequest): Promise<void> {
  const secret = secrets.get(request.server.portal);
  const shown = Buffer.from(String(request.headers[header] ?? ""));
  const wanted = Buffer.from(secret ?? "");
  const allowed = secret && shown.length === wanted.length && timingSafeEqual(shown, wanted);
  if (!allowed) throw new ApiError("not-found");
}

/**
 * Nobody listens there any more: the credential was left behind by a process that crashed. Any other
 * failure may come after the command was done, which must not be done twice.
 */
function unlessRefused(error: unknown, origin: string): null {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") return null;
  throw new CommandError(`The API at ${origin} did not answer.`, { cause: error });
}

/**
 * Has the running API do a command of a family (`users`) and gives the lines to print; null when no
 * API runs on this data folder. Throws a CommandError when the API refuses it.
 */
export async function sendCommand(
  dataDir: string,
  family: string,
  command: unknown,
): Promise<string[] | null> {
  const credential = await readCredential(dataDir);
  if (!credential) return null;
  const response = await fetch(`${credential.origin}/api/commands/${family}`, {
    method: "POST",
    headers: { "content-type": "application/json", [header]: credential.token },
    body: JSON.stringify(command),
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => unlessRefused(error, credential.origin));
  if (!response || response.status === 404) return null; // another program took the port
  const body: unknown = await response.json().catch(() => null);
  const answer = answerSchema.safeParse(body);
  if (response.ok && answer.success) return answer.data.lines;
  const refusal = refusalSchema.safeParse(body);
  throw new CommandError(refusal.data?.message ?? `The API answered ${response.status}.`);
}
