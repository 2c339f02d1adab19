import { flagKeys } from "#shared/flags.ts";
import type { Fault } from "../fixtures/fault-proxy.ts";
import type { Random } from "./random.ts";
import type { Trouble } from "./sky.ts";
import type { Step } from "./walker.ts";

/** Parts of the API. Flags have their own faults, and media are not JSON. */
const places = {
  all: /^\/api\/(?!flags\/|media\/)/,
  user: "/api/me",
  content: /^\/api\/content\//,
  catalogue: "/api/catalogue",
  quote: "/api/quote",
  news: /^\/api\/(announcements|showcase|purchases|membership)$/,
  health: "/api/health",
} as const;

const nonsense = {
  "a page of a Wi-Fi": "<!doctype html><title>Sign in to the Wi-Fi</title>",
  nothing: "",
  "another shape": { items: "none", nextCursor: 7, roles: "ROLE_ADMIN", plans: null },
  "half an answer": '{"items":[{"slug":"a"',
  null: "null",
} as const;

type Ill = { name: string; ill: Omit<Fault, "path"> };

const status = (code: number): Ill => ({
  name: `answers ${code}`,
  ill: { status: code, body: { message: `Chaos says ${code}` } },
});

function drawNonsense({ pick }: Random): Ill {
  const [name, body] = pick(Object.entries(nonsense));
  return { name: `answers ${name}`, ill: { status: 200, body } };
}

function drawDelay({ below }: Random): Ill {
  const delay = 300 + below(3_000);
  return { name: `is late by ${delay} ms`, ill: { delay } };
}

const drawIll = (random: Random): Ill =>
  random.weighted<() => Ill>([
    [2, () => status(500)],
    [1, () => status(502)],
    [2, () => status(503)],
    [2, () => drawNonsense(random)],
    [2, () => ({ name: "hangs", ill: { hang: true } })],
    [2, () => ({ name: "breaks off", ill: { drop: true } })],
    [2, () => drawDelay(random)],
  ])();

const bring = (name: string, trouble: Trouble): Step => ({
  name,
  take: async ({ sky }) => {
    await sky.bring(trouble);
    return "done";
  },
});

function drawApiTrouble(random: Random): Step {
  const faults = Array.from({ length: 1 + random.below(2) }, () => {
    const place = random.weighted([
      [2, "all"],
      [2, "user"],
      [3, "content"],
      [2, "catalogue"],
      [1, "quote"],
      [1, "news"],
      [1, "health"],
    ] as const satisfies (readonly [number, keyof typeof places])[]);
    const { name, ill } = drawIll(random);
    const times = random.pick([1, 3, Infinity]);
    const fault: Fault = { path: places[place], times, ...ill };
    return { name: `${place} ${name}, ${times} times`, fault };
  });
  const name = faults.map((drawn) => drawn.name).join("; ");
  return bring(
    name,
    faults.map(({ fault }) => fault),
  );
}

function drawFlag(random: Random): Step {
  const key = random.pick(Object.values(flagKeys));
  const on = random.below(2) === 0;
  return {
    name: `${key} ${on ? "on" : "off"}`,
    take: async ({ portal }) => {
      await portal.flags.set(key, on);
      return "done";
    },
  };
}

/** The server ends the member's session; the next request is answered with 401. */
export const endSession: Step = {
  name: "the server ends the session",
  take: async (walker) => {
    walker.portal.expectFailures(401);
    await walker.portal.endSessions(walker.member);
    walker.sessionEnded = true;
    return "done";
  },
};

/** Draws a change of the conditions or of the flags. */
export const drawWeather = (random: Random): Step =>
  random.weighted<() => Step>([
    [5, () => bring("all goes well", [])],
    [8, () => drawApiTrouble(random)],
    [2, () => bring("offline", "offline")],
    [2, () => bring("no connection", "disconnected")],
    [2, () => drawFlag(random)],
  ])();
