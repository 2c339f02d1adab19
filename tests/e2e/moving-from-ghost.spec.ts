import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { FakeStripe } from "#api/modules/billing/stripe/testing/fake-stripe.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { addressOf, FormerSite } from "../fixtures/former-site.ts";
import { Outbox } from "../fixtures/mails.ts";
import { forward, runCommand, startWithStripe } from "../fixtures/portal-server.ts";
import { expect, test, type TestUser } from "../fixtures/portal.ts";
import { commandsOf, readSteps, WrittenStep } from "../fixtures/written-walk.ts";

const documentation = new URL("../../docs/owner.md", import.meta.url);

/** Chooses the file by the button that the step names next. */
async function choose(page: Page, step: WrittenStep, file: string): Promise<void> {
  const asked = page.waitForEvent("filechooser");
  await step.press();
  await (await asked).setFiles(file);
}

/** Starts the import with the password, and waits for its end. */
async function start(step: WrittenStep, { password }: TestUser): Promise<void> {
  await step.press();
  await step.fill(password);
  await step.press();
  await step.see();
  step.end();
}

test("an owner moves from Ghost word for word as the documentation says: from the exports to the first renewal, each member charged once @exhaustive", async ({
  portal,
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const stripe = new FakeStripe();
  const address = await stripe.start();
  const own = await startWithStripe({ ...address, timeout: 30_000 }, server.proxy.origin);
  const portalApi = own.api.portal;
  stripe.clock = () => Math.floor(portalApi.now().getTime() / 1000);
  const mails = new Outbox(own.dataDir, () => portalApi.jobs.runDue());
  const site = new FormerSite(stripe);
  const [ada, eva, hugo, kim] = ["Ada Lind", "Eva Novak", "Hugo Stein", "Kim Berg"].map(addressOf);
  if (!ada || !eva || !hugo || !kim) throw new Error("They have addresses.");
  const folder = join(own.dataDir, "exports");
  await mkdir(folder);
  const file = (name: string) => join(folder, name);
  const save = async () => {
    await writeFile(file("members.csv"), site.members);
    await writeFile(file("subscriptions.csv"), site.subscriptions);
  };
  const steps = await readSteps(documentation, "### Moving from Ghost");
  const step = (number: number) => new WrittenStep(page, steps.get(number) ?? "");
  const admin = await createTestUser(portalApi, "admin");
  const search = async (email: string) => {
    await portal.open("/dashboard?section=members");
    await page.getByRole("searchbox", { name: "Search members" }).fill(email);
    const found = page.getByRole("table", { name: "Members found" }).getByRole("link");
    await expect(found).toHaveCount(1); // no longer everybody
    await found.click();
  };

  try {
    portal.useBackend(own.origin);
    await test.step("1 and 2: the files, and Stripe", async () => {
      step(1).end();
      step(2).end();
      await save();
      await writeFile(file("content.json"), site.content);
    });

    await test.step("3: the posts", async () => {
      step(3).end();
      const commands = commandsOf(steps.get(3) ?? "");
      expect(commands).toHaveLength(2);
      for (const command of commands) {
        const [family = "", , ...rest] = command.split(" ");
        const printed = await runCommand(own.dataDir, [family, ...rest], folder);
        expect(printed).toContain("1 imported, 0 unchanged, 0 refused.");
      }
      await portal.signIn(admin);
      await portal.open("/blog/why-dogs-yawn");
      await expect(page.getByText("A yawn calms.")).toBeVisible();
    });

    const importMembers = async ({ isAgain }: { isAgain: boolean }) => {
      const four = step(4);
      await four.press();
      await four.press();
      await choose(page, four, file("members.csv"));
      await four.see();
      await four.press();
      await four.see();
      for (let count = 0; count < 6; count += 1) {
        if (isAgain) four.next();
        else await four.see();
      }
      await start(four, admin);
    };
    const importSubscriptions = async () => {
      const five = step(5);
      await five.press();
      await five.press();
      await choose(page, five, file("subscriptions.csv"));
      await five.press();
      await five.see();
      await start(five, admin);
    };
    await test.step("4: the members", async () => {
      await portal.open("/dashboard");
      await importMembers({ isAgain: false });
      await expect(page.getByText("12 members were added.")).toBeVisible();
    });
    await test.step("5: the subscriptions", async () => {
      await importSubscriptions();
      await expect(page.getByText("2 members were added.")).toBeVisible();
    });

    await test.step("6: once more, with who joined and left", async () => {
      step(6).end();
      site.goOn();
      await save();
      await importMembers({ isAgain: true });
      await expect(page.getByText("2 members were added.")).toBeVisible();
      await expect(page.getByText("1 account that was here already was changed.")).toBeVisible();
      await importSubscriptions();
      await expect(page.getByText("2 members were added.")).toBeVisible();
      expect(await mails.allTo(ada)).toEqual([]);
    });

    await test.step("7: the payments", async () => {
      const seven = step(7);
      await seven.see();
      await seven.see();
      await seven.press();
      await expect(page.getByRole("dialog")).toBeVisible();
      await seven.press();
      await seven.see();
      seven.end();
    });

    await test.step("8: the invitations", async () => {
      const eight = step(8);
      await eight.press();
      await eight.see();
      await eight.press();
      await eight.press();
      await mails.latestTo(admin.email);
      await eight.press();
      await eight.fill(admin.password);
      await eight.press();
      const [link = ""] = (await mails.latestTo(ada, "You need no password")).links;
      await portal.stored.remove("token");
      await portal.open(link);
      await page.getByRole("checkbox").check();
      await eight.press();
      await portal.expectPath("/dashboard");
      expect(await mails.allTo(hugo)).toEqual([]);
      await portal.signIn(admin);
      await search(hugo);
      await eight.press();
      await expect(page.getByRole("dialog", { name: /Hugo Stein/ })).toBeVisible();
      eight.end();
    });

    await test.step("9: the first renewals", async () => {
      await forward(portalApi, "12 days");
      const nine = step(9);
      const announced = nine.next();
      const subjects = async (to: string) =>
        (await mails.allTo(to)).map(({ subject }) => subject).filter((one) => announced.test(one));
      expect(await subjects(ada)).toHaveLength(1);
      expect(await subjects(eva)).toHaveLength(1);
      expect(await subjects(kim)).toEqual([]);
      await mails.latestTo(ada, "Your membership has been renewed.");
      await mails.latestTo(eva, "We could not charge");
      await search(ada);
      await nine.see();
      const invoices = page.getByRole("region", { name: "Invoices" }).getByRole("listitem");
      await expect(invoices).toHaveCount(1);
      await expect(invoices).toContainText("€7.90, Paid");
      nine.end();
    });

    await test.step("each was charged once, by the portal", async () => {
      const charged = stripe.all("payment_intent").map((one) => one["customer"]);
      expect(new Set(charged).size).toBe(charged.length);
      expect(charged).toHaveLength(8);
      const running = stripe.all("subscription").filter(({ status }) => status !== "canceled");
      expect(running).toHaveLength(1); // the yearly one, whose year is not over
    });
  } finally {
    await page.goto("about:blank"); // which asks a server that ends for nothing more
    await own.close();
    await stripe.close();
  }
});
