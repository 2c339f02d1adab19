import { expect, test } from "vitest";
import { warnOfDemoSeller } from "./seller-warning.ts";
import { forFile } from "./testing/for-file.ts";
import { insertBoughtMembership } from "./testing/bought-membership.ts";
import { createBuyer } from "./testing/billing-requests.ts";
import { createTestPortal } from "./testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const ownSeller = { owner: "Hundeplatz GmbH", address: "Am Platz 1, 10115 Berlin" };

/** Returns the sentences that a start with these settings and this seller would log. */
async function warnings(config = {}, seller = {}): Promise<string[]> {
  const logged: string[] = [];
  const { database, ...installed } = portal.portal;
  const own = {
    database,
    config: { ...installed.config, ...config },
    brand: { ...installed.brand, ...seller },
  };
  await warnOfDemoSeller(own, {
    warn: (_: unknown, sentence?: string) => logged.push(`${sentence}`),
  });
  return logged;
}

test("A portal that has sold something is warned of the demo's seller, and told where its own is entered; others are not", async () => {
  const elsewhere = { brandDir: "/srv/brand" };
  expect(await warnings()).toEqual([]);
  const { id } = await createBuyer(portal);
  await insertBoughtMembership(portal, id, new Date("2026-04-01T12:00:00Z"));
  expect(await warnings()).toEqual([expect.stringContaining("under Settings")]);
  expect(await warnings(elsewhere)).toEqual([expect.stringContaining("set owner and address")]);
  expect(await warnings({}, ownSeller)).toEqual([]);
  expect(await warnings(elsewhere, ownSeller)).toEqual([]);
  expect(await warnings({ seedDemo: true })).toEqual([]);
});
