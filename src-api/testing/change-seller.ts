import { expect, vi } from "vitest";
import type { Seller } from "#shared/api/settings.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { settingsChannel } from "#api/modules/settings/installed-brand.ts";
import { brandSettings } from "#api/modules/settings/schema.ts";
import type { Portal } from "#api/portal.ts";

/** Changes name and seller of a running portal as an admin does in the browser. Resolves once the portal has them. */
export async function changeSeller(portal: Portal, changes: Partial<Seller>): Promise<void> {
  const { name, owner, contactEmail, address, timeZone, receiptPrefix, social } = portal.brand;
  const { country = "", taxId = "" } = portal.brand;
  const before = { name, owner, contactEmail, address, country, timeZone, taxId };
  const value: Seller = { ...before, receiptPrefix, social, ...changes };
  await portal.database
    .insert(brandSettings)
    .values({ name: "seller", value, changedAt: portal.now() });
  await portal.database.execute(sql`select pg_notify(${settingsChannel}, 'seller')`);
  await vi.waitFor(() => expect(portal.brand).toMatchObject(changes), 30_000);
}
