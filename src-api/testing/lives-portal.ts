import { vi } from "vitest";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { discountCodes, products } from "#api/modules/billing/schema.ts";
import { createBuyer } from "./billing-requests.ts";
import type { Life } from "./lives.ts";
import { seededRandom } from "./random.ts";
import { createTestPortal, type TestPortal } from "./test-portal.ts";

/** The jobs of which something follows for the money. */
const enqueued = new Set(["billing.withdraw", "billing.take-over"]);

/** Starts a portal for random lives: with the catalogue and the codes that they use, and without mails, which would take most of the time. */
export async function createLivesPortal(): Promise<TestPortal> {
  const testPortal = await createTestPortal();
  const { jobs } = testPortal.portal;
  const enqueue = jobs.enqueue.bind(jobs);
  vi.spyOn(jobs, "enqueue").mockImplementation(async (tx, job, payload) => {
    if (enqueued.has(job.name)) await enqueue(tx, job, payload);
  });
  await importCatalogue(testPortal.portal, { demo: true });
  const code = { description: { en: "Less" }, kind: "percent" as const, skus: [] };
  await testPortal.portal.database.insert(discountCodes).values([
    { ...code, code: "HALF", value: 50, periods: 3 },
    { ...code, code: "FIRSTFREE", value: 100 },
    { ...code, code: "ALWAYS", kind: "amount", value: 8950, currency: "EUR", periods: null },
  ]);
  return testPortal;
}

/** Sells everything in another currency, for the same number of its minor units. */
export const sellIn = ({ portal }: TestPortal, currency: string) =>
  portal.database.update(products).set({ currency });

/** Creates the users of random lives, each with a seed of its own. */
export const createLives = (
  testPortal: TestPortal,
  { count, seed, plans }: { count: number; seed: number } & Pick<Life, "plans">,
): Promise<Life[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at): Promise<Life> => {
      const { id, email } = await createBuyer(testPortal);
      const random = seededRandom(seed * 1_000 + at);
      return {
        id,
        email,
        random,
        plans,
        cancelled: new Set(),
        stopped: new Set(),
        lost: new Set(),
        disputes: [],
        revoked: new Set(),
        extension: null,
        grantedUntil: 0,
        former: null,
      };
    }),
  );
