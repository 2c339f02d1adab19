import { expect, test } from "../fixtures/portal.ts";

test("an admin mails an entry to everybody who agreed: members get the text, others the free part @exhaustive", async ({
  portal,
  page,
}) => {
  const agreeing = async (kind: "member" | "user") => {
    const user = await portal.createUser({ kind });
    await portal.send("PUT", "/api/me/news", { user, body: { wanted: true } });
    return user;
  };
  const [member, other] = [await agreeing("member"), await agreeing("user")];
  const slug = `mailed-${Date.now()}`;
  const body = "Open words.\n\n<!--members-only-->\n\nWords behind the wall.";
  await portal.publish(slug, "Mailed to everybody", body);
  const admin = await portal.createUser({ kind: "admin" });
  await portal.signIn(admin);
  await portal.open(`/studio/blog/${slug}`);
  await page.getByRole("button", { name: "Details" }).click();
  const part = page.getByRole("region", { name: "E-mail to readers" });
  await part.getByLabel("Who gets it").selectOption({ label: "Everybody who agreed to e-mails" });
  await part.getByLabel("What it contains").selectOption("whole");
  await part.getByRole("button", { name: "Preview the e-mail" }).click();
  await part.getByRole("button", { name: "As others get it" }).click();
  await part.getByRole("button", { name: /^Send to/ }).click();
  const dialog = page.getByRole("dialog", { name: "Send this to readers?" });
  await dialog.getByLabel("Current password").fill(admin.password);
  await dialog.getByRole("button", { name: /^Send to/ }).click();
  await expect(part.getByText(/Everybody who agreed to e-mails/)).toBeVisible();
  const mailed = async ({ email }: { email: string }) =>
    (await portal.mails.latestTo(email, "Mailed to everybody")).text;
  for (const reader of [member, other]) {
    expect(await mailed(reader)).toMatch(/Open words\.[^]*Unsubscribe/);
  }
  expect(await mailed(member)).toContain("Words behind the wall.");
  expect(await mailed(other)).not.toContain("behind the wall");
});
