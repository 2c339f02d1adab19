import { expect, test } from "../fixtures/portal.ts";

test("a member reads a feed without a login until it is turned off, and gets the weekly e-mail until its link ends it @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "member" });
  await portal.signIn(user);
  await test.step("the feed is read without a login, and turned off", async () => {
    const title = "Rain in the ring";
    await portal.publish(`rain-${Date.now()}`, title);
    await portal.open("/dashboard?tab=account#feed");
    const section = page.getByRole("group", { name: "Reading app" });
    await section.getByRole("button", { name: "Create an address" }).click();
    const address = await section.getByLabel("The same as JSON Feed").inputValue();
    await section.getByText("Details", { exact: true }).click();
    await section.getByRole("button", { name: "Copy the JSON Feed address" }).click();
    await expect(section.getByText("Copied.")).toBeVisible();
    const read = () => fetch(portal.address(new URL(address).pathname));
    const feed = await (await read()).text();
    expect(feed).toContain(`The whole text of ${title}.`);

    // The address is not shown again.
    await portal.reload();
    await expect(section.getByText(/has been on since/)).toBeVisible();
    expect(await page.content()).not.toContain(address);
    await section.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Turn off the address" }).click();
    await expect(section.getByText("The address is turned off.")).toBeVisible();
    expect((await read()).status).toBe(404);
  });
  await test.step("the weekly e-mail comes when it is switched on, and its link ends it without a login", async () => {
    await portal.open("/dashboard?tab=account#weekly");
    const section = page.getByRole("group", { name: "Weekly e-mail" });
    await section.getByRole("checkbox").check();
    await expect(section.getByText(/You will hear from us on Monday/)).toBeVisible();
    await portal.publish(`mail-${Date.now()}`, "New jumps");
    await portal.forward("7 days");
    const { subject, links } = await portal.mails.latestTo(user.email, "New at");
    expect(subject).toBe("New at Ringside: New jumps");

    await portal.stored.remove("token");
    await portal.open(links.find((link) => link.includes("/weekly-mail/")) ?? "");
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
    await portal.signIn(user);
    await portal.open("/dashboard?tab=account#weekly");
    await expect(section.getByRole("checkbox")).not.toBeChecked();
  });
});
