import { grantMembership } from "#api/modules/membership/module.ts";
import { own, send, somebody, type Scene, type Stage, type Ways, tried } from "./stage.ts";

const calendar = {
  path: "/training-calendar",
  body: { timeZone: "Europe/Warsaw" },
};
const feed = { path: "/me/feed", body: {} };
const addresses = { calendar, feed };
type Kind = keyof typeof addresses;

/** Creates a member who is signed in. */
async function member(stage: Stage) {
  const user = await somebody(stage);
  await grantMembership(stage.portal.portal, stage.portal.portal.database, user.id, null);
  return user;
}

/** Makes a secret address, and keeps it out of the trail. */
async function make(stage: Stage, kind: Kind, token: string) {
  const { path, body } = addresses[kind];
  const answer = await send(stage, "POST", path, { token, body });
  const secret = /[\w-]{43}(?=\.)/.exec(answer.text)?.[0];
  if (secret) stage.secrets.add(secret);
  return answer;
}

const made =
  (kind: Kind): Scene =>
  async (stage) => {
    const user = await member(stage);
    return {
      refused: () => make(stage, kind, "x".repeat(43)),
      perform: () => make(stage, kind, user.token),
      said: () => own(stage, user, { kind }),
    };
  };

const ended =
  (kind: Kind): Scene =>
  async (stage) => {
    const user = await member(stage);
    await make(stage, kind, user.token);
    const end = (token: string) => send(stage, "DELETE", addresses[kind].path, { token });
    return tried(end, "x".repeat(43), user.token, () => own(stage, user, { kind }));
  };

/** Making and revoking the addresses that work without a session. */
export const addressActs = {
  "secret-address-made": { "of a feed": made("feed"), "of a calendar": made("calendar") },
  "secret-address-ended": { "of a feed": ended("feed"), "of a calendar": ended("calendar") },
} satisfies Record<string, Ways>;
