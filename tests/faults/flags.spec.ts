import { expect, test } from "../fixtures/portal.ts";

const maintenance = /^We are experiencing a technical problem/;
const service = /^\/api\/flags\//;
const streams = /^\/api\/flags\/eval\//;

for (const [how, fault] of [
  ["is down", { drop: true }],
  ["fails", { status: 500 }],
  ["is hanging", { hang: true }],
  ["answers nonsense", { status: 200, body: "Welcome to our network" }],
] as const) {
  test(
    `a flag service that ${how} keeps the last known values until it recovers`,
    { tag: how === "is down" ? ["@seam:flags", "@exhaustive"] : "@exhaustive" },
    async ({ portal, page }) => {
      await portal.flags.set("maintenance-mode", true);
      await portal.open("/about");
      await expect(page.getByText(maintenance)).toBeVisible();
      await portal.flags.streaming();
      const before = portal.requests("/api/flags/sdk/evalx/").length;
      portal.faults.add({ path: service, ...fault });
      await portal.reload();
      await expect(page.getByText(maintenance)).toBeVisible();
      await portal.flags.asked(before + 1);
      await portal.flags.set("maintenance-mode", false);
      await expect(page.getByText(maintenance)).toBeVisible();
      portal.faults.clear();
      await expect(page.getByText(maintenance)).toHaveCount(0, { timeout: 40_000 });
    },
  );
}

for (const [how, fault] of [
  ["is never answered", { hang: true }],
  ["finds no place", { status: 503 }],
] as const) {
  const title = `a window whose stream ${how} still gets the flags, and streams once it can`;
  test(title, { tag: "@exhaustive" }, async ({ portal, page }) => {
    const aWhile = 100_000;
    await page.clock.install();
    portal.faults.add({ path: streams, ...fault });
    await portal.open("/about");
    await portal.flags.streaming();
    await portal.flags.set("maintenance-mode", true);
    await page.clock.fastForward(aWhile);
    await expect(page.getByText(maintenance)).toBeVisible();

    portal.faults.clear();
    const before = portal.requests("/api/flags/eval/").length;
    await page.clock.fastForward(aWhile);
    await expect.poll(() => portal.requests("/api/flags/eval/").length).toBeGreaterThan(before);
    await portal.flags.set("maintenance-mode", false);
    await expect(page.getByText(maintenance)).toHaveCount(0);
  });
}
