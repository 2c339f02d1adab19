import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Cancels with two presses: the question why needs no answer. */
async function cancel({ page }: Portal): Promise<void> {
  await page.getByRole("button", { name: "Cancel membership" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radiogroup", { name: "Why are you leaving?" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep membership" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel membership" }).click();
  await expect(dialog).toHaveCount(0);
}

test("a membership is cancelled at the end of its period, and resumed", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/subscription");
  const renewal = page.getByRole("group", { name: "Renewal" });
  await expect(renewal).toContainText(/Renews on /);
  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep membership" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(portal.requests("/api/subscription/cancel")).toHaveLength(0);

  await cancel(portal);
  await expect(renewal).toContainText(/No, ends on /);
  await page.getByRole("navigation", { name: "Member area" }).getByText("Membership").click();
  await portal.expectPath("/membership");
  await expect(page.getByRole("heading", { name: "Your membership is cancelled" })).toBeVisible();
  await expect(renewal).toContainText(/No, ends on /);
  // The membership stays valid until then.
  await portal.open("/videos");
  await expect(page.getByRole("heading", { level: 1, name: "Videos" })).toBeVisible();

  await portal.open("/subscription");
  await page.getByRole("button", { name: "Resume membership" }).click();
  await expect(renewal).toContainText(/Renews on /);
  await expect(page.getByText(/^Your membership continues. The next charge is due/)).toBeVisible();

  await page.getByRole("button", { name: "Cancel membership" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "It is too expensive for me" }).check();
  await expect(dialog).toContainText(/A year costs €90, €18 less than twelve months/);
  await dialog.getByRole("button", { name: "Cancel membership" }).click();
  await expect(renewal).toContainText(/No, ends on /);
});

test("a granted membership is shown as granted, with its end date, and needs no management @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.command("users", "grant", user.email, "--until", "2031-03-31");
  await portal.signIn(user);
  for (const { choice, names, granted, line, date } of [
    {
      choice: "English",
      names: ["Membership", "Manage membership"],
      granted: "Granted until",
      line: /free membership until 31 March 2031/,
      date: "31 March 2031",
    },
    {
      choice: "Polski",
      names: ["Członkostwo", "Zarządzanie członkostwem"],
      granted: "Przyznane do",
      line: /bezpłatne członkostwo do 31 marca 2031/,
      date: "31 marca 2031",
    },
  ]) {
    await portal.open("/membership");
    await page.getByRole("banner").getByRole("button", { name: choice }).click();
    for (const [at, path] of ["/membership", "/subscription"].entries()) {
      await portal.follow(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(names[at] ?? "");
      const status = page.getByRole("main").getByRole("term").filter({ hasText: granted });
      await expect(status).toBeVisible();
      await expect(page.getByRole("definition").filter({ hasText: date })).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(/renews|cancel|ending|Access until/i);
      await expect(page.getByRole("main")).not.toContainText(/odnawia|rezygn|Dostęp do \d/i);
    }
    await portal.follow("/dashboard?tab=account");
    await expect(page.getByText(line)).toBeVisible();
  }
});
