import { expect, test } from "../fixtures/portal.ts";

const maintenance = /^We are experiencing a technical problem/;
const service = /^\/api\/flags\//;

test("a flag service that is down keeps the last known values until it recovers @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.flags.set("maintenance-mode", true);
  await portal.open("/about");
  await expect(page.getByText(maintenance)).toBeVisible();
  await portal.flags.streaming();
  const before = portal.requests("/api/flags/sdk/evalx/").length;
  portal.faults.add({ path: service, drop: true });
  await portal.reload();
  await expect(page.getByText(maintenance)).toBeVisible();
  await portal.flags.asked(before + 1);
  await portal.flags.set("maintenance-mode", false);
  await expect(page.getByText(maintenance)).toBeVisible();
  portal.faults.clear();
  await expect(page.getByText(maintenance)).toHaveCount(0, { timeout: 40_000 });
});
