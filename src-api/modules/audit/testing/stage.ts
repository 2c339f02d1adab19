import { randomUUID } from "node:crypto";
import type { AuditEntry } from "#api/infra/audit/schema.ts";
import {
  claimedUser,
  currentToken,
  followToken,
  goodPassword,
} from "#api/testing/account-requests.ts";
import type { ContentPortal } from "#api/testing/content-portal.ts";
import type { Role } from "#shared/active-member.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";

/** A user who is signed in. */
export type Somebody = { id: string; name: string; email: string; token: string };

/** Where a scene plays: a portal with content and a catalogue, and the network that its requests come from. */
export type Stage = {
  portal: ContentPortal;
  ip: string;
  admin: Somebody;
  /** What was typed and handed out, none of which may get into the trail. */
  secrets: Set<string>;
};

/** What became of an attempt; commands and jobs have no status. */
export type Outcome = { status: number | null };

/** What an entry says besides the act, its time, its id, and who an admin is. */
export type Said = Omit<AuditEntry, "id" | "at" | "act" | "actorName" | "actorEmail">;

/** An act that is ready to be done. */
export type PreparedAct = {
  /** Attempts it without the right to, or where there is nothing to do: that leaves no entry. */
  refused: () => Promise<Outcome>;
  /** Does it. It can be repeated after it failed. */
  perform: () => Promise<Outcome>;
  /** Returns what its entry has to say, once it was done. */
  said: () => Said | Promise<Said>;
  /** True where an entry follows what it records, in a transaction of its own. */
  isRecordedAfter?: true;
  /** True where a job does it once the request was answered, and repeats it until it is done. */
  isDoneByJob?: true;
};

/** Prepares an act that is one function: it refuses one input, and does another. */
export const tried = <T>(
  attempt: (input: T) => Promise<Outcome>,
  refused: T,
  done: T,
  said: PreparedAct["said"],
): PreparedAct => ({ refused: () => attempt(refused), perform: () => attempt(done), said });

/** Prepares an act. */
export type Scene = (stage: Stage) => Promise<PreparedAct>;

/** The ways in which one act is done, by what they are called in the test. */
export type Ways = Record<string, Scene>;

const windows = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Fields of requests and commands whose values are neither ids nor choices of a list. */
const secretFields = new Set(
  [
    "answer challenge code currentPassword email message name newPassword password query",
    "reason subject text",
  ].flatMap((names) => names.split(" ")),
);

/** Remembers what somebody typed. */
export function recordSecrets({ secrets }: Stage, typed: unknown): void {
  for (const [name, value] of Object.entries(typed ?? {})) {
    if (secretFields.has(name) && typeof value === "string") secrets.add(value);
  }
}

/** Sends a request from the stage's network, and runs the jobs that it caused. */
export async function send(
  stage: Stage,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { token: known, body, key = randomUUID() }: { token?: string; body?: object; key?: string } = {},
) {
  const token = known && currentToken(known);
  const { portal, ip } = stage;
  recordSecrets(stage, body);
  if (token) stage.secrets.add(token);
  const { statusCode, body: text } = await portal.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: ip,
    headers: {
      "user-agent": windows,
      "idempotency-key": key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { payload: body }),
  });
  await portal.runDueJobs();
  const json = () => JSON.parse(text);
  if (text.startsWith("{")) followToken(path, token, json());
  return { status: statusCode, text, json };
}

/** Runs a command or a job. One that refuses is an outcome; everything else that it throws is an error. */
export async function run(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return { status: null };
  } catch (error) {
    if (error instanceof CommandError) return { status: 422 };
    throw error;
  }
}

/** Creates a user who is signed in. */
export async function somebody(stage: Stage, ...roles: Role[]): Promise<Somebody> {
  const { portal, secrets } = stage;
  const email = `${randomUUID()}@example.com`;
  const name = "Wilhelmina Oak";
  const id = await claimedUser(portal, email, { name, roles });
  const token = await createSession(portal.portal, id, windows);
  for (const secret of [email, token, goodPassword, name]) secrets.add(secret);
  return { id, name, email, token };
}

/** A user who acts from the stage's network; null: nobody is signed in. */
export const by = ({ ip }: Stage, actorId: string | null) =>
  ({ actorId, via: "portal", ip, userAgent: "Firefox, Windows" }) as const;

/** Whoever runs the portal, by a command. */
const byCommand = { actorId: null, via: "command", ip: null, userAgent: null } as const;

/** What somebody did in the own account. */
export const own = (stage: Stage, { id }: Pick<Somebody, "id">, details: Said["details"] = {}) => ({
  ...by(stage, id),
  subjectId: id,
  details,
});

/** What the stage's admin did to somebody, or to nobody in particular. */
export const ofAdmin = (
  stage: Stage,
  subject: Pick<Somebody, "id"> | null,
  details: Said["details"] = {},
) => ({ ...by(stage, stage.admin.id), subjectId: subject?.id ?? null, details });

/** What a command did to somebody, or to nobody in particular. */
export const ofCommand = (subject: Pick<Somebody, "id"> | null, details: Said["details"] = {}) => ({
  ...byCommand,
  subjectId: subject?.id ?? null,
  details,
});
