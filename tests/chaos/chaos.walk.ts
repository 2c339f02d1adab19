import * as z from "zod/mini";
import { expect, test, type Portal } from "../fixtures/portal.ts";
import { drawAction } from "./actions.ts";
import { expectWellAgain } from "./check.ts";
import { createRandom, type Random } from "./random.ts";
import { Sky } from "./sky.ts";
import type { Step, Walker } from "./walker.ts";
import { drawWeather, endSession } from "./weather.ts";

const positive = z.coerce.number().check(z.gte(0));
const seed = positive.parse(process.env["CHAOS_SEED"]);
const seconds = positive.parse(process.env["CHAOS_SECONDS"] || 60);
/** Additional s for the start and the end of a walk. */
const besides = 240;

/** Timeouts in ms of actions and of page loads. */
const [actionTimeoutMs, loadTimeoutMs] = [2_000, 15_000];
const shownSteps = 25;

/** Generates the steps of a seed; in one of four walks the server ends the session early. */
function* stepsOf(random: Random): Generator<Step, never> {
  const ends = random.below(4) === 0 ? random.below(20) : Infinity;
  for (let at = 0; ; at++) {
    if (at === ends) yield endSession;
    yield random.below(3) === 0 ? drawWeather(random) : drawAction(random);
  }
}

async function start(portal: Portal): Promise<Walker> {
  const { page } = portal;
  // When a reused connection was just closed, the main process answers 502 and the client retries.
  if (portal.build === "desktop") portal.expectFailures(502);
  // While /me fails, a member can open the plan pages and try to buy a second membership: 409.
  portal.expectFailures(409);
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.open("/dashboard");
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  const catalogue = z.object({ extras: z.array(z.object({ sku: z.string() })) });
  const { extras } = catalogue.parse(await portal.answerOf("/api/catalogue"));
  return {
    portal,
    page,
    member,
    sky: new Sky(portal),
    extras: extras.map(({ sku }) => sku),
    cart: [],
    sessionEnded: false,
  };
}

/** Walks until the time is over. Returns the number of steps taken. */
async function walk(walker: Walker, log: string[]): Promise<number> {
  const until = Date.now() + seconds * 1_000;
  let taken = 0;
  for (const step of stepsOf(createRandom(seed))) {
    if (Date.now() > until) return taken;
    log.push(`${step.name} (from ${walker.portal.path()})`);
    const outcome = await step.take(walker);
    log[log.length - 1] += `: ${outcome}`;
    if (outcome === "done") taken += 1;
    expect(walker.portal.problems, "nothing goes wrong besides").toEqual([]);
  }
  return taken;
}

test("the portal recovers from a random walk with failures", async ({ portal }) => {
  const project = portal.build === "desktop" ? "desktop-walk" : "walk";
  const told = `CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds} npx playwright test --project ${project}`;
  console.log(`This walk again: ${told}`);
  test.setTimeout((seconds + besides) * 1_000);
  const context = portal.page.context();
  context.setDefaultTimeout(actionTimeoutMs);
  context.setDefaultNavigationTimeout(loadTimeoutMs);
  const walker = await start(portal);
  const log: string[] = [];
  try {
    const taken = await walk(walker, log);
    console.log(
      `${portal.build}: ${taken} of ${log.length} steps taken, ${portal.requests("/api/").length} requests`,
    );
    expect(taken, "it was a walk").toBeGreaterThan(0);
    log.push(`the weather is over (at ${portal.path()})`);
    await expectWellAgain(walker, createRandom(seed + 1));
    expect(portal.problems, "nothing goes wrong besides").toEqual([]);
  } catch (cause) {
    const last = log.map((line, at) => `${at + 1}. ${line}`).slice(-shownSteps);
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${message}\n\n${told}\nThe last steps:\n${last.join("\n")}`, { cause });
  } finally {
    context.setDefaultTimeout(0); // other tests use the context afterwards
    context.setDefaultNavigationTimeout(0);
  }
});
