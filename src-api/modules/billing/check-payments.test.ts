import { readFile } from "node:fs/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { foreignSubscriptions, products } from "#api/modules/billing/schema.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";
import { stripeEvents } from "#api/modules/billing/stripe/stripe-events.ts";
import type { Language } from "#shared/languages.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { checkPayments } from "./check-payments.ts";
import { runPaymentCommand } from "#api/cli/payments/run-payment-command.ts";
import { claimedUser } from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";

const portal = await forFile(createStripePortal());

const publicUrl = "https://portal.test";
const check = (changes: object = {}, language: Language = "en") =>
  checkPayments({ ...portal.portal.config, publicUrl, ...changes }, portal.portal, language);
/** Returns what has to be done. */
const todo = async (changes: object = {}) =>
  (await check(changes)).findings.filter(({ isGood }) => !isGood).map(({ text }) => text);

beforeEach(() => {
  portal.stripe.objects.clear();
  portal.stripe.objects.set("account", { id: "acct_1", object: "account", charges_enabled: true });
  portal.stripe.add("we", "webhook_endpoint", {
    url: "https://portal.test/api/payments/stripe/webhook",
    status: "enabled",
    enabled_events: stripeEvents,
    api_version: "2026-10-28.endive",
  });
});

test("An installation that is set up rightly is ready, and says in which mode it is", async () => {
  const { provider, testMode, findings } = await check();
  expect([provider, testMode]).toEqual(["stripe", true]);
  expect(findings.every(({ isGood }) => isGood)).toBe(true);
  const texts = findings.map(({ text }) => text);
  expect(texts).toContain(
    "The key is a test key: no money is moved, and Stripe’s test cards work.",
  );
  expect(texts).toContain("It sends all events that the portal needs.");
  expect((await check({}, "pl")).findings.at(-1)?.text).toBe(
    "Stripe może pobrać wszystkie ceny z katalogu.",
  );
});

test("The command fails while something is left to do, and says all that it found", async () => {
  const run = (changes: object) =>
    runPaymentCommand(
      { ...portal.portal, config: { ...portal.portal.config, publicUrl, ...changes } },
      { command: "check" },
    );
  expect(await run({})).toContain("It sends all events that the portal needs.");
  const unset = run({ stripe: null, payments: null });
  await expect(unset).rejects.toThrow(CommandError);
  await expect(unset).rejects.toThrow("To do: Nobody takes payments");
});

test("docs/owner.md names every event that the webhook has to send", async () => {
  const page = await readFile(new URL("../../../docs/owner.md", import.meta.url), "utf8");
  for (const event of stripeEvents) expect(page).toContain(`\`${event}\``);
});

test("With a live key it says that the demo's seller is paid by nobody", async () => {
  const { stripe } = portal.portal.config;
  const live = { stripe: { ...stripe, secretKey: "sk_live_key" } };
  const isNamed = async () => (await todo(live)).some((text) => text.startsWith("The seller is"));
  expect(await isNamed()).toBe(true);
  const { brand } = portal.portal;
  const { owner, address } = brand;
  Object.assign(brand, { owner: "Crumb Ltd", address: "1 Mill Lane" });
  expect(await isNamed()).toBe(false);
  Object.assign(brand, { owner, address });
});

test("Without Stripe it says who takes payments", async () => {
  expect(await todo({ stripe: null, payments: "sandbox" })).toEqual([
    "The sandbox takes payments, and anybody with a test card becomes a member: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.",
  ]);
  expect(await todo({ stripe: null, payments: null })).toEqual([
    "Nobody takes payments: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.",
  ]);
});

test("An account that may not take payments, or a key that does not work, is named", async () => {
  portal.stripe.get("account")["charges_enabled"] = false;
  expect(await todo()).toEqual([expect.stringContaining("may not take payments yet")]);
  portal.stripe.objects.delete("account");
  expect(await todo()).toEqual([expect.stringContaining("Stripe did not accept the key")]);
});

test("A restricted key that cannot take over subscriptions says what it lacks, and has to be changed once a former site charges members", async () => {
  const { stripe } = portal.portal.config;
  const restricted = { stripe: { ...stripe, secretKey: "rk_test_key" } };
  const texts = async () => (await check(restricted)).findings.map(({ text }) => text);
  expect(await texts()).toContain("The key may also take over subscriptions of a former site.");
  portal.stripe.forbidden = ["invoices", "subscription_schedules"];
  onTestFinished(() => void (portal.stripe.forbidden = []));
  expect(await texts()).toContainEqual(
    expect.stringMatching(/^The key takes payments only.* write Subscription Schedules, Invoices,/),
  );
  expect(await todo(restricted)).toEqual([]);
  const userId = await claimedUser(portal, "charged-there@example.com");
  await portal.portal.database.insert(foreignSubscriptions).values({
    userId,
    provider: "stripe",
    reference: "sub_1",
    status: "alive",
  });
  expect(await todo(restricted)).toEqual([
    expect.stringMatching(/cannot take over .* write Subscription Schedules, Invoices,/),
  ]);
});

test.each([
  [{ status: "disabled" }, "is disabled: enable it"],
  [{ enabled_events: ["checkout.session.completed"] }, "charge.dispute.funds_reinstated. Add them"],
  [
    { url: "https://other.test/api/payments/stripe/webhook" },
    "No webhook for https://portal.test/",
  ],
])("A webhook that is %j is named", async (changes, sentence) => {
  Object.assign(portal.stripe.all("webhook_endpoint")[0] ?? {}, changes);
  expect(await todo()).toEqual([expect.stringContaining(sentence)]);
});

test("An address that Stripe cannot reach is named", async () => {
  expect(await todo({ publicUrl: "http://127.0.0.1:4000" })).toEqual([
    expect.stringContaining("PUBLIC_URL has to be the https address"),
  ]);
});

test.each([
  [{ price: 40 }, "costs €0.40, less than the €0.50 that Stripe charges at least."],
  [{ currency: "KWD", price: 5125 }, "Stripe needs 0 as the last decimal of KWD."],
  [{ currency: "XCD", price: 900 }, "look up whether Stripe takes XCD"],
])("A price that Stripe may not charge is named: %j", async (changes, sentence) => {
  const { database } = portal.portal;
  const workbook = eq(products.sku, "course-walking-workbook");
  const [before] = await database.select().from(products).where(workbook);
  await database.update(products).set(changes).where(workbook);
  const lines = await todo();
  const { price = 0, currency = "" } = before ?? {};
  await database.update(products).set({ price, currency }).where(workbook);
  expect(lines).toEqual([expect.stringContaining(sentence)]);
});
