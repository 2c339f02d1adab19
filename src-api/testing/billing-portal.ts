import type { Config } from "#api/config.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { createTestPortal, type TestPortal } from "./test-portal.ts";

/** Starts a portal that sells the catalogue; with `demo`, its discount codes as well. */
export async function createBillingPortal(
  { demo }: { demo: boolean },
  config: Partial<Config> = {},
): Promise<TestPortal> {
  const portal = await createTestPortal(config);
  await importCatalogue(portal.portal, { demo });
  return portal;
}
