import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { ApiError } from "#api/infra/api-error.ts";
import type { Portal } from "#api/portal.ts";
import {
  differenceOf,
  locationOf,
  portalLocationSchema,
  type PortalLocation,
} from "./portal-location.ts";

/** Thrown when a command fails; the message is shown to the user. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Header with which a command proves that it can read the credential. */
const header = "x-command-credential";

/** Header with which a command says where it expects the data of the portal, as JSON. */
const locationHeader = "x-command-location";

/** Origin of the running API, and the secret that its commands need. */
const credentialSchema = z.object({ origin: z.url(), token: z.string().check(z.minLength(20)) });

const answerSchema = z.object({ lines: z.array(z.string()) });
const proofSchema = z.object({ proof: z.string() });
const refusalSchema = z.object({ message: z.string() });

const credentialFile = (dataDir: string) => join(dataDir, "command-credential.json");

/** Secrets of the portals in this process that accept commands. */
const secrets = new WeakMap<Portal, string>();

async function readCredential(dataDir: string) {
  const text = await readFile(credentialFile(dataDir), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return credentialSchema.parse(JSON.parse(text));
  } catch {
    return null; // incomplete or not ours: treated as missing, the next start replaces it
  }
}

/** Writes the credential, readable by its owner only. Returns the function that deletes it. */
async function publishCredential(
  dataDir: string,
  credential: z.infer<typeof credentialSchema>,
): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${credentialFile(dataDir)}.${process.pid}`;
  await writeFile(draft, JSON.stringify(credential), { mode: 0o600 });
  await rename(draft, credentialFile(dataDir));
  return async () => {
    const written = await readCredential(dataDir);
    if (written?.token === credential.token) await rm(credentialFile(dataDir), { force: true });
  };
}

/** Opens this server to commands. Returns the function that closes the channel. */
export async function openCommandChannel(
  { portal }: Pick<FastifyInstance, "portal">,
  origin: string,
): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString("base64url");
  secrets.set(portal, token);
  const forget = await publishCredential(portal.config.dataDir, { origin, token });
  return async () => {
    secrets.delete(portal);
    await forget();
  };
}

/** Returns why a command was not meant for this portal; null if it was. */
export function refusalOf(request: FastifyRequest): string | null {
  const encodedLocation = request.headers[locationHeader];
  if (typeof encodedLocation !== "string") return null;
  const location = portalLocationSchema.parse(JSON.parse(decodeURIComponent(encodedLocation)));
  return differenceOf(locationOf(request.server.portal.config), location);
}

/** Returns the proof that this server wrote the command's credential. */
const proofOf = (token: string, challenge: string): string =>
  createHmac("sha256", token).update(`command server ${challenge}`).digest("base64url");

/** Returns the proof for a challenge. Throws 404 while this portal accepts no commands. */
export function proveServer(portal: Portal, challenge: string): string {
  const secret = secrets.get(portal);
  if (secret === undefined) throw new ApiError("not-found");
  return proofOf(secret, challenge);
}

/** Throws 404 unless the request has the credential. */
export async function requireCommandCredential(request: FastifyRequest): Promise<void> {
  const secret = secrets.get(request.server.portal);
  const shown = Buffer.from(String(request.headers[header] ?? ""));
  const wanted = Buffer.from(secret ?? "");
  const allowed = secret && shown.length === wanted.length && timingSafeEqual(shown, wanted);
  if (!allowed) throw new ApiError("not-found");
}

/** Returns null if the connection was refused. Rethrows others: the command may have been executed. */
function unlessRefused(error: unknown, origin: string): null {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") return null;
  throw new CommandError(`The API at ${origin} did not answer.`, { cause: error });
}

type Sending = {
  /** How long the API may take. */
  timeoutMs?: number | undefined;
  /** Where the command expects the data of the portal. */
  location?: PortalLocation;
};

/** Returns whether the server that wrote the credential still listens: another program must not get it. */
async function isProven({ origin, token }: z.infer<typeof credentialSchema>): Promise<boolean> {
  const challenge = randomBytes(32).toString("base64url");
  const response = await fetch(`${origin}/api/commands/proof`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ challenge }),
    redirect: "error",
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => unlessRefused(error, origin));
  const answer = proofSchema.safeParse(await response?.json().catch(() => null));
  return answer.data?.proof === proofOf(token, challenge);
}

/** Sends a command to the running API and returns the lines to print; null without an API. Throws a CommandError. */
export async function sendCommand(
  dataDir: string,
  family: string,
  command: unknown,
  { timeoutMs = 30_000, location }: Sending = {},
): Promise<string[] | null> {
  const credential = await readCredential(dataDir);
  if (!credential || !(await isProven(credential))) return null;
  const response = await fetch(`${credential.origin}/api/commands/${family}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [header]: credential.token,
      ...(location && { [locationHeader]: encodeURIComponent(JSON.stringify(location)) }),
    },
    body: JSON.stringify(command),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => unlessRefused(error, credential.origin));
  if (!response || response.status === 404) return null; // it has just closed
  const body: unknown = await response.json().catch(() => null);
  const answer = answerSchema.safeParse(body);
  if (response.ok && answer.success) return answer.data.lines;
  const refusal = refusalSchema.safeParse(body);
  throw new CommandError(refusal.data?.message ?? `The API answered ${response.status}.`);
}
