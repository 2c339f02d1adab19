import { randomUUID } from "node:crypto";
import type { Role } from "#shared/active-member.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import type { UserCommand } from "#api/cli/users/user-command.ts";
import type { AuditEntry } from "#api/infra/audit/schema.ts";
import {
  call,
  claimedUser,
  currentToken,
  goodPassword,
  newPassword,
} from "#api/testing/account-requests.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import type { ContentPortal } from "#api/testing/content-portal.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";

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
  /** What its entry has to say; a function where that is only known once it was done. */
  said: Said | (() => Promise<Said>);
  /** True where an entry follows what it records, in a transaction of its own. */
  isRecordedAfter?: true;
  /** True where a job does it once the request was answered, and repeats it until it is done. */
  isDoneByJob?: true;
};

export type Details = Said["details"];
type Subject = { id: string } | null;

/** A token that belongs to nothing. */
export const unknown = "x".repeat(43);
const userAgent = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Fields of requests whose values are neither ids nor choices of a list. */
const secretFields =
  /^(answer|challenge|code|email|message|name|\w*password|query|reason|subject|text)$/i;

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

/** What a command did to somebody, or to nobody in particular. */
export const ofCommand = (subject: Subject, details: Details = {}): Said => ({
  actorId: null,
  via: "command",
  ip: null,
  userAgent: null,
  subjectId: subject?.id ?? null,
  details,
});

/** Returns where an act plays: a portal with content and a catalogue, an admin, and the network that requests come from. */
export async function openStage(portal: ContentPortal, ip: string) {
  /** What was typed and handed out, none of which may get into the trail. */
  const secrets = new Set(["not the password", goodPassword, newPassword]);
  const hide = (...some: string[]) => some.forEach((secret) => secrets.add(secret));

  /** Returns what sends requests, and runs the jobs that they cause. Those about one member keep their key when repeated. */
  const requestsOf = (token?: string, from = ip) => {
    const send = (method: Parameters<typeof call>[1]) => (path: string, body?: object) => {
      for (const [name, value] of Object.entries(body ?? {})) {
        if (secretFields.test(name) && typeof value === "string") hide(value);
      }
      if (token) hide(currentToken(token));
      const key = path.startsWith("/members/") ? path : randomUUID();
      const headers = { "user-agent": userAgent, "idempotency-key": key };
      return call(portal, method, path, { ip: from, body, headers, ...(token && { token }) });
    };
    return { get: send("GET"), post: send("POST"), put: send("PUT"), delete: send("DELETE") };
  };

  /** Creates a user who is signed in. */
  const somebody = async (...roles: Role[]) => {
    const [name, email] = ["Wilhelmina Oak", `${randomUUID()}@example.com`];
    const id = await claimedUser(portal, email, { name, roles });
    const token = await createSession(portal.portal, id, userAgent);
    hide(name, email, token);
    return { id, name, email, token, ...requestsOf(token) };
  };

  const admin = await somebody("ROLE_ADMIN");
  const by = (actor: Subject, subject: Subject, details: Details = {}): Said => ({
    actorId: actor?.id ?? null,
    via: "portal",
    ip,
    userAgent: "Firefox, Windows",
    subjectId: subject?.id ?? null,
    details,
  });

  return {
    portal,
    ip,
    secrets,
    hide,
    somebody,
    admin,
    /** Somebody who is not signed in. */
    nobody: requestsOf(),
    /** Somebody whose session is unknown. */
    stranger: requestsOf(unknown),
    /** Somebody who is not signed in, in another network. */
    from: (network: string) => requestsOf(undefined, network),
    users: (command: UserCommand) => run(() => runUserCommand(portal.portal, command)),
    content: (...args: string[]) => run(() => typeContent(portal, ...args)),
    by,
    /** What somebody did in the own account. */
    own: (user: { id: string }, details?: Details) => by(user, user, details),
    /** What the admin did to somebody, or to nobody in particular. */
    ofAdmin: (subject: Subject, details?: Details) => by(admin, subject, details),
  };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Person = Awaited<ReturnType<Stage["somebody"]>>;

/** Prepares an act. A way in is named where there are several. */
export type Scene = (stage: Stage, user: Person) => PreparedAct | Promise<PreparedAct>;
export type Ways = Scene | Record<string, Scene>;

export type Attempt<T> = (input: T) => Promise<Outcome>;

/** Prepares an act that is one function: it refuses one input, and does another. */
export const act = <T>(
  attempt: Attempt<T>,
  refused: T,
  done: T,
  said: PreparedAct["said"],
): PreparedAct => ({ refused: () => attempt(refused), perform: () => attempt(done), said });

/** Prepares an act that takes back another: at first there is nothing to take back. */
export const takingBack = (
  first: () => Promise<unknown>,
  takeBack: () => Promise<Outcome>,
  said: Said,
): PreparedAct => ({ refused: takeBack, perform: () => first().then(takeBack), said });

export const right = { password: goodPassword };
export const wrong = { password: "not the password" };

/** Prepares an act that is done with the password, and refused with another one. */
export const confirmed = (who: Person, path: string, said: Said, more: object = {}) =>
  act((password) => who.post(path, { ...more, ...password }), wrong, right, said);

/** Prepares what an admin may do to a user: not even the user may. */
export const toUser = (s: Stage, user: Person, attempt: Attempt<Person>, details?: Details) =>
  act(attempt, user, s.admin, s.ofAdmin(user, details));

/** Prepares a command about a user: one about nobody is refused. */
export const commanded = (
  s: Stage,
  user: Person,
  command: (email: string) => UserCommand,
  details?: Details,
) => act((email) => s.users(command(email)), newAddress(), user.email, ofCommand(user, details));

/** Returns what became of a request that is answered the same where there is nothing to do. */
export async function quiet(answer: Promise<{ status: number }>): Promise<Outcome> {
  const { status } = await answer;
  return { status: status < 400 ? null : status };
}

export const nowhere = { ip: null, userAgent: null };
export const newAddress = () => `${randomUUID()}@example.com`;
