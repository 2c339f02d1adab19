import { dayMs } from "#shared/durations.ts";
import { expect, test } from "../fixtures/portal.ts";

test("on a device whose clock is a month behind, or years ahead, a member logs in and reads until the server ends the session @exhaustive", async ({
  portal,
  page,
}) => {
  await page.clock.install();
  for (const [what, shift] of [
    ["a month behind", -30 * dayMs],
    ["years ahead", 5 * 365 * dayMs],
  ] as const) {
    await test.step(what, async () => {
      portal.clock.reset();
      await page.clock.setSystemTime(Date.now() + shift);
      const member = await portal.createUser({ kind: "member" });
      await portal.open("/login");
      await portal.fillLogin(member);
      await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
      await portal.reload();
      await portal.open("/articles/building-weave-entries");
      await expect(page.getByRole("heading", { level: 1, name: /weave/i })).toBeVisible();
      await portal.open("/membership");
      await expect(page.getByText("Monthly membership").first()).toBeVisible();
      await expect(portal.notifications()).toHaveCount(0);
      portal.clock.advance(15 * dayMs);
      portal.expectFailures(401);
      await portal.open("/videos");
      await portal.expectPath("/login");
    });
  }
});
