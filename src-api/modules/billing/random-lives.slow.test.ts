import { expect, test } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { inArray } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { monthly, replaceProvider, yearly } from "#api/testing/billing-requests.ts";
import { act } from "#api/testing/lives.ts";
import { formerSites } from "#api/testing/lives-of-members-from-elsewhere.ts";
import { createLives, createLivesPortal, sellIn } from "#api/testing/lives-portal.ts";
import { pick, seededRandom } from "#api/testing/random.ts";
import { expectSameBooks, expectSound } from "#api/testing/sound-books.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { refundLeaseMs, runRefunds } from "./refund.ts";
import { chargeLeaseMs } from "./payments.ts";
import { runRenewals } from "./renew.ts";
import { checkForeign } from "./take-over.ts";

/** Number of lives: more with LIVES, in steps of a hundred. */
const count = Number(process.env["LIVES"] ?? 100);

const portal = await forFile(createLivesPortal());

/** Moves the clock on. Over months the renewals run every ten days; else the job was not run meanwhile. */
async function pass(random: () => number, isLong: boolean): Promise<void> {
  const steps = isLong ? 10 : 0;
  for (let step = 0; step < steps; step++) {
    portal.advance(10 * dayMs);
    await checkForeign(portal.portal); // as each hour
    await runRenewals(portal.portal).catch(() => {});
  }
  portal.advance(
    pick(random, [
      hourMs,
      dayMs,
      4 * dayMs,
      9 * dayMs,
      13 * dayMs,
      13 * dayMs,
      13 * dayMs,
      20 * dayMs,
    ]),
  );
  await checkForeign(portal.portal); // as each hour
  await runRenewals(portal.portal).catch(() => {});
}

const seeds = Array.from({ length: Math.ceil(count / 100) }, (_, at) => at + 1);

const livesOf = Math.min(100, count);

test.each(seeds)(
  "whatever members do, what was taken was invoiced, and access is what was paid for: lives %i",
  async (seed) => {
    const random = seededRandom(seed);
    const isLong = seed % 4 === 0;
    const rounds = isLong ? 6 : 14;
    const plans = isLong ? [yearly] : [monthly, monthly, monthly, yearly];
    let answersGetLost = true;
    const { current } = portal.portal.payments;
    const restore = replaceProvider(portal, {
      ...formerSites(portal.portal.now),
      charge: async (request) => {
        const answer = await current.charge(request);
        if (answersGetLost && random() < 0.1) throw new Error("the connection broke");
        return answer;
      },
      refund: async (request) => {
        const answer = await current.refund(request);
        if (answersGetLost && random() < 0.1) throw new Error("the connection broke");
        return answer;
      },
    });
    const lives = await createLives(portal, { count: livesOf, seed, plans });
    const moved = pick(random, [Math.floor(rounds / 2), rounds]);
    for (let round = 0; round < rounds; round++) {
      // The catalogue moves to another currency; who has a membership keeps the old one.
      if (round === moved) await sellIn(portal, pick(random, ["PLN", "JPY", "KWD"]));
      answersGetLost = round < rounds - 1;
      await pass(random, isLong);
      for (const life of lives) if (life.random() < 0.6) await act(portal, life);
      await portal.runDueJobs();
      portal.advance(chargeLeaseMs);
      await runRenewals(portal.portal).catch(() => {});
      await runRefunds(portal.portal).catch(() => {});
      await expectSound(portal.portal, lives);
    }
    // Refunds that have had no answer for a day are asked for again every six hours.
    portal.advance(6 * hourMs);
    await runRenewals(portal.portal);
    await portal.runDueJobs();
    portal.advance(refundLeaseMs);
    await runRefunds(portal.portal);
    const books = await expectSound(portal.portal, lives);
    expectSameBooks(books);
    expect(books.invoices.length).toBeGreaterThan(lives.length / 2);
    restore();
    await sellIn(portal, "EUR");
    // What is left does not have to be renewed with the next lives.
    await portal.portal.database.delete(users).where(
      inArray(
        users.id,
        lives.map(({ id }) => id),
      ),
    );
  },
  240_000,
);
