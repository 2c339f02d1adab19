import type { Locator } from "@playwright/test";
import { generateSync } from "otplib";
import { dashboardTabs } from "#shared/routes.ts";
import { startSmtpServer } from "../../src-api/testing/smtp-server.ts";
import { startEmptyPortal } from "../fixtures/portal-server.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const owner = { name: "Olive", email: "owner@example.com", password: "three green tunnels" };
const reader = { name: "Rae Reader", email: "rae@example.com", password: "an oven at noon" };
const article = "Why dough rests";

/** What the owner's form of sentences is filled with, one after another. */
const sentences = [
  "Bread for people with a day job",
  "Flour, water, salt and a little patience.",
  "How a sourdough starter is fed, and how it tells you that it is hungry.",
  "We bake every recipe three times before you read it.",
  "An oven, a scale and a bowl are enough.",
];

/** The owner's presses and filled fields, counted, since they say how long the first day is. */
const work = { presses: 0, fields: 0 };
async function press(target: Locator): Promise<void> {
  work.presses += 1;
  await target.click();
}
async function fill(target: Locator, text: string): Promise<void> {
  work.fields += 1;
  await target.fill(text);
}

async function makeFirstAdmin({ page }: Portal, code: () => string): Promise<void> {
  await fill(page.getByLabel("Name"), owner.name);
  await fill(page.getByLabel("E-mail address"), owner.email);
  await fill(page.getByLabel("Password", { exact: true }), owner.password);
  await fill(page.getByLabel("Repeat password"), owner.password);
  await press(page.getByRole("button", { name: "Create my account" }));
  await expect(page.getByLabel("Six-digit code")).toBeFocused();
  await fill(page.getByLabel("Six-digit code"), code());
  await press(page.getByRole("button", { name: "Turn on" }));
  const dialog = page.getByRole("dialog");
  await fill(dialog.getByLabel("Current password", { exact: true }), owner.password);
  await press(dialog.getByRole("button", { name: "Continue" }));
  const secret = await page.getByLabel("Or type this key into the app").inputValue();
  const epoch = Math.floor(Date.now() / 1000);
  await fill(page.getByLabel("Code from your authenticator app"), generateSync({ secret, epoch }));
  await press(page.getByRole("button", { name: "Turn on" }));
  await press(page.getByRole("button", { name: "I have saved them" }));
  await press(page.getByRole("link", { name: "Go to your dashboard" }));
}

async function changeSettings({ page }: Portal): Promise<void> {
  const row = (name: string) => page.getByRole("group", { name, exact: true });
  const change = (name: string) => press(page.getByRole("button", { name: `Change: ${name}` }));
  const saved = (name: string) => expect(row(name).getByText(/^Saved\./)).toBeVisible();
  const save = async (name: string) => {
    await press(row(name).getByRole("button", { name: "Save", exact: true }));
    await saved(name);
  };
  const confirm = async (name: string, action: string) => {
    await press(row(name).getByRole("button", { name: action, exact: true }));
    const dialog = page.getByRole("dialog");
    await fill(dialog.getByLabel("Current password"), owner.password);
    await press(dialog.getByRole("button", { name: action, exact: true }));
    await saved(name);
  };
  await press(page.getByRole("link", { name: "Settings", exact: true }));
  await test.step("name and seller", async () => {
    await change("Name and seller");
    const seller = {
      "Name of the portal": "Crumb & Crust",
      Seller: "Olive Baker",
      Address: "1 Mill Lane, Bristol",
      "Contact e-mail": "hello@crumb.example",
      "Prefix of receipt numbers": "CC",
    };
    for (const [label, text] of Object.entries(seller)) {
      await fill(page.getByLabel(label, { exact: true }), text);
    }
    await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
    await page.getByLabel("Time zone").selectOption("Europe/London");
    await press(page.getByRole("button", { name: "Remove link 2" }));
    await press(page.getByRole("button", { name: "Remove link 1" }));
    await save("Name and seller");
  });
  await test.step("colours", async () => {
    await change("Colours");
    await fill(page.getByLabel("Main colour", { exact: true }), "#7a4a1e");
    await fill(page.getByLabel("Accent colour", { exact: true }), "#f2c14e");
    await save("Colours");
  });
  await test.step("English alone, and nothing about dogs", async () => {
    const name = "Languages, kinds and parts";
    await change(name);
    await page.getByLabel("Languages", { exact: true }).selectOption({ label: "English" });
    await press(row(name).getByRole("checkbox", { name: "Dogs" }));
    await press(row(name).getByRole("checkbox", { name: "Judges’ notes" }));
    const protocols = page.getByRole("group", { name: "Protocols", exact: true });
    await fill(protocols.getByLabel("Name in English"), "Courses");
    await save(name);
  });
  await page.reload();
  await test.step("every sentence", async () => {
    await change("English");
    const form = page.getByRole("form", { name: "Sentences in English" });
    for (const group of await form.locator("summary").all()) await press(group);
    for (const [at, field] of (await form.getByRole("textbox").all()).entries()) {
      await fill(field, sentences[at % sentences.length] ?? "");
    }
    await save("English");
  });
  for (const document of ["Terms and conditions", "Privacy policy", "Regulations"]) {
    await test.step(document, async () => {
      await change(document);
      await fill(
        row(document).getByLabel("Text in English"),
        "## 1. Bread\n\n{{owner}} teaches bread at {{name}}. Write to {{email}}.",
      );
      await confirm(document, "Publish");
    });
  }
  await test.step("plans and prices", async () => {
    await change("Plans and prices");
    const monthly = page.getByRole("group", { name: "Monthly", exact: true });
    await fill(monthly.getByLabel("Price"), "12");
    await fill(page.getByRole("group", { name: "Yearly", exact: true }).getByLabel("Price"), "99");
    await confirm("Plans and prices", "Save");
  });
}

async function writeArticle(portal: Portal): Promise<void> {
  const { page } = portal;
  await press(page.getByRole("link", { name: "Tags", exact: true }));
  await press(page.getByRole("button", { name: "Add tag" }));
  await fill(page.getByLabel("Name in English"), "Dough");
  await press(page.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("Dough was saved.")).toBeVisible();
  await press(page.getByRole("link", { name: "Entries", exact: true }));
  await press(page.getByRole("button", { name: "New", exact: true }));
  await press(page.getByRole("menuitem", { name: "Article" }));
  await fill(page.getByLabel("Title"), article);
  await press(page.getByRole("button", { name: "Start writing" }));
  await fill(page.getByLabel("English: summary"), "What happens in the bowl while you sleep.");
  await fill(page.getByRole("textbox", { name: "English: text" }), "Gluten needs time.");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  // The studio says what is missing, and leads there.
  portal.expectFailures(400);
  await press(page.getByRole("button", { name: "Publish" }));
  await press(page.getByRole("menuitem", { name: "Publish now" }));
  await press(page.getByRole("button", { name: /^Tags:/ }));
  await press(page.getByRole("checkbox", { name: "Dough" }));
  await page.keyboard.press("Escape");
  await press(page.getByRole("button", { name: "Publish" }));
  await press(page.getByRole("menuitem", { name: "Publish now" }));
  await press(page.getByRole("link", { name: "Read it" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(article);
}

const places = {
  public: [
    "/",
    "/articles",
    "/about",
    "/memberships",
    "/contact",
    "/terms-and-conditions",
    "/privacy-policy",
    "/regulations",
  ],
  member: [
    "/",
    "/dashboard",
    dashboardTabs.training,
    dashboardTabs.account,
    "/articles",
    "/recipes",
    "/protocols",
    "/membership",
    "/search",
    "/saved",
    "/announcements",
    "/contact",
    "/memberships",
  ],
};

/** Expects no word about dogs or in Polish, and nothing that leads to another language. */
async function expectBreadAlone(portal: Portal, addresses: readonly string[]): Promise<void> {
  const { page } = portal;
  for (const address of addresses) {
    await portal.open(address);
    await expect(page.getByRole("heading", { level: 1 }).first(), address).toBeVisible();
    await expect(page.getByRole("progressbar"), address).toHaveCount(0);
    const text = `${await page.title()}\n${await page.locator("body").innerText()}`;
    const found = text
      .split("\n")
      .filter((line) => /\bdogs?\b|agility|ringside|\bring\b|polish|polski/i.test(line));
    expect.soft(found, address).toEqual([]);
    await expect.soft(page.locator("[hreflang], [lang=pl]"), address).toHaveCount(0);
    await expect.soft(page.getByRole("group", { name: /^language/i }), address).toHaveCount(0);
  }
}

test("an owner makes an empty portal a school of bread in English alone, in the browser, and its first member pays and reads; nothing is left of dogs and Polish @exhaustive", async ({
  portal,
  page,
}) => {
  test.setTimeout(300_000);
  const smtp = await startSmtpServer();
  const empty = await startEmptyPortal({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    PAYMENTS: "sandbox",
  });
  const codeTo = (address: string) =>
    /Subject: (\d{6}) /.exec(smtp.mails.findLast((mail) => mail.includes(address)) ?? "")?.[1] ??
    "";
  const began = Date.now();
  try {
    portal.useBackend(empty.origin);
    await test.step("the printed address makes the first admin", async () => {
      await portal.open(new URL(empty.api.setUpAddress ?? "").pathname);
      await makeFirstAdmin(portal, () => codeTo(owner.email));
    });
    await test.step("the settings", () => changeSettings(portal));
    await test.step("the first article", async () => {
      await portal.open("/studio");
      await writeArticle(portal);
    });
    const seconds = Math.round((Date.now() - began) / 1000);
    const description = `${work.presses} presses, ${work.fields} fields, ${seconds} s`;
    test.info().annotations.push({ type: "the owner's part", description });
    await portal.stored.remove("token");
    await test.step("a visitor sees bread alone", () => expectBreadAlone(portal, places.public));
    await test.step("nothing but memberships is for sale", async () => {
      await portal.open("/memberships");
      await expect(
        page.getByRole("heading", { name: "Both plans include everything" }),
      ).toBeVisible();
      await expect(page.getByRole("heading", { name: "Extras" })).toHaveCount(0);
    });
    await test.step("a visitor registers, pays for a month, and reads", async () => {
      await portal.open("/articles/why-dough-rests");
      await portal.expectPath("/preview/articles/why-dough-rests");
      await page.getByRole("main").getByRole("link", { name: "Log in" }).first().click();
      await page.getByRole("main").getByRole("link", { name: "Register" }).click();
      await portal.fillRegistration(reader);
      await expect(portal.codeField).toBeVisible();
      await expect.poll(() => codeTo(reader.email)).not.toBe("");
      await portal.codeField.fill(codeTo(reader.email));
      await page.getByRole("radio", { name: "Monthly" }).check();
      await page.getByRole("button", { name: /^Pay €12 now/ }).click();
      await portal.payWith("good");
      await portal.expectPath("/articles/why-dough-rests");
      await expect(page.getByText("Gluten needs time.")).toBeVisible();
    });
    await test.step("the member sees bread alone", () => expectBreadAlone(portal, places.member));
  } finally {
    await page.goto("about:blank"); // which asks a server that ends for nothing more
    await empty.close();
    await smtp.close();
  }
});
