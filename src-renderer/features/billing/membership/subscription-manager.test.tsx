import { screen, within, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { brand } from "#renderer/platform/brand.ts";
import { listPurchases } from "#shared/api/billing.ts";
import {
  cancelSubscription,
  changeCard,
  getMembership,
  type Membership,
  payRenewal,
  previewSwitch,
  type SwitchPreview,
  switchSubscription,
} from "#shared/api/membership.ts";
import { sendContactMessage } from "#shared/api/contact.ts";
import { takeStayOffer } from "#shared/api/leaving.ts";
import { getMe, type User } from "#shared/api/user.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { refusal, sam } from "../checkout/testing/samples.ts";
import SubscriptionPage from "../subscription-page.tsx";
import { activeMembership, noMembership, pastDueMembership } from "./testing/samples.ts";

const openPayment = vi.spyOn(platform, "openPayment").mockImplementation(() => {});

const euros = (amount: number) => ({ amount: Math.round(amount * 100), currency: "EUR" });
const ending: Membership = { ...activeMembership, status: "ending", nextCharge: null };
const yearly: Membership = {
  ...activeMembership,
  period: "yearly",
  endsAt: "2027-11-23T12:00:00Z",
  nextCharge: { price: euros(90), on: "2027-11-23T12:00:00Z", period: "yearly" },
};

const preview: SwitchPreview = {
  to: "yearly",
  on: "2026-11-23T12:00:00Z",
  price: euros(90),
  discount: null,
  credit: euros(8.8),
  creditLeft: euros(0),
  dueNow: euros(81.2),
  next: { price: euros(90), on: "2027-11-23T12:00:00Z", period: "yearly" },
};

beforeEach(() => {
  const user: User = { ...sam, subscriptionOwned: true };
  useSession.setState({ status: "ready", token: "t", user });
  answer(getMe, { data: user });
  answer(listPurchases, { data: { items: [] } });
});

const seller = brand.timeZone;
afterEach(() => {
  openPayment.mockClear();
  brand.timeZone = seller;
});

async function open(membership: Membership, path = "/subscription") {
  answer(getMembership, { data: membership });
  const user = renderPage(<SubscriptionPage />, path);
  await screen.findAllByRole("heading", { level: 2 });
  return user;
}

const press = async (user: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(await screen.findByRole("button", { name }));

describe("a trial", () => {
  const trial: Membership = { ...activeMembership, onTrial: true };

  it("says until when it runs, and what is charged then", async () => {
    await open(trial);
    screen.getByRole("heading", { name: /^Your trial runs until \d+ \w+ 2026$/ });
    screen.getByText(/^€9 is charged on /);
    expect(screen.queryByText(/Renews on/)).toBeNull();
  });

  it("changes to the yearly plan at its end, for nothing now", async () => {
    const on = trial.endsAt ?? "";
    const free: SwitchPreview = {
      ...preview,
      on,
      credit: euros(0),
      dueNow: euros(0),
      next: { price: euros(90), on, period: "yearly" },
    };
    const planned: Membership = {
      ...trial,
      nextPeriod: "yearly",
      nextCharge: { price: euros(90), on, period: "yearly" },
    };
    answer(previewSwitch, { data: free });
    answer(switchSubscription, { data: { membership: planned, paymentUrl: null } });
    const user = await open(trial);
    await press(user, "Switch to yearly");
    await screen.findByText(/Your trial runs until .* 2026\.$/);
    await user.click(await screen.findByRole("button", { name: /^Switch to yearly on / }));
    await screen.findByText(/^Your plan changes to yearly on /);
    expect(sentTo(switchSubscription).at(-1)?.input).toMatchObject({
      body: { to: "yearly", dueNow: 0 },
    });
  });
});

/** Presses the button that opens a dialog, and then the one in it that confirms. */
async function confirm(user: Awaited<ReturnType<typeof open>>, opens: string, confirms: string) {
  await press(user, opens);
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: confirms }));
}

const cancel = (user: Awaited<ReturnType<typeof open>>) =>
  confirm(user, "Cancel membership", "Cancel membership");

describe("cancelling", () => {
  it("shows the specified text when it fails, and changes nothing", async () => {
    answer(cancelSubscription, refusal("cancel-failed"));
    await cancel(await open(activeMembership));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(
      "Your subscription has not been cancelled, there was an error, please contact us.",
    );
    screen.getByText("Renews on 16 December 2026 for €9");
    expect(screen.queryByRole("button", { name: "Resume membership" })).toBeNull();
  });

  it("asks why in the same dialog, and needs no answer: the buttons have the focus, and nothing is chosen", async () => {
    answer(cancelSubscription, { data: ending });
    const user = await open({ ...activeMembership, withdrawUntil: "2026-11-30T12:00:00Z" });
    await press(user, "Cancel membership");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("radiogroup", { name: "Why are you leaving?" })).toBeTruthy();
    const chosen = dialog.getAllByRole<HTMLInputElement>("radio").filter(({ checked }) => checked);
    expect(chosen).toEqual([]);
    expect(dialog.queryByRole("button", { name: "Ask for a pause" })).toBeNull();
    const keep = dialog.getByRole("button", { name: "Keep membership" });
    await waitFor(() => expect(document.activeElement).toBe(keep));
    await user.tab();
    await user.keyboard("{Enter}");
    await screen.findByText(/^Your membership is cancelled. You keep access/);
    expect(sentTo(cancelSubscription).map(({ input }) => input.body)).toEqual([{}]);
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("sends the reason and the text that were given", async () => {
    answer(cancelSubscription, { data: ending });
    const user = await open(activeMembership);
    await press(user, "Cancel membership");
    await user.click(await screen.findByRole("radio", { name: "I only needed it for a while" }));
    const field = screen.getByRole("textbox", { name: "Anything else you would like to tell us?" });
    await user.type(field, "My dog has retired.");
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Cancel membership" }));
    await screen.findByText(/^Your membership is cancelled\. You keep access/);
    expect(sentTo(cancelSubscription).map(({ input }) => input.body)).toEqual([
      { reason: "only-for-a-while", text: "My dog has retired." },
    ]);
  });

  it("says until when access is kept, and can be left", async () => {
    const user = await open(activeMembership);
    await press(user, "Cancel membership");
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("until 16 December 2026");
    await user.click(within(dialog).getByRole("button", { name: "Keep membership" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sentTo(cancelSubscription)).toHaveLength(0);
  });

  it("of an unpaid renewal says that access ends now, and leads to the overview", async () => {
    answer(cancelSubscription, { data: { ...noMembership, status: "ended" } });
    const user = await open(pastDueMembership);
    await press(user, "Cancel membership");
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("your membership ends right away. You owe nothing");
    await user.click(within(dialog).getByRole("button", { name: "Cancel membership" }));
    await expectAddress("/membership");
  });

  it.each([
    ["a gift", { ...activeMembership, source: "grant", endsAt: null, nextCharge: null }, []],
    ["an admin’s access", noMembership, ["ROLE_ADMIN"]],
  ] as const)("is not offered for %s", async (_, membership, roles) => {
    useSession.setState({ user: { ...sam, roles: [...roles] } });
    await open(membership);
    await screen.findByText(/nothing (will be|is) charged/);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("an offer to who is about to cancel", () => {
  const choose = async (membership: Membership, reason: string) => {
    const user = await open(membership);
    await press(user, "Cancel membership");
    await user.click(await screen.findByRole("radio", { name: reason }));
    return user;
  };
  const tooExpensive = "It is too expensive for me";
  const noTime = "I don’t have enough time for it";
  const cheaperYear = { ...activeMembership, yearly: { price: euros(90), saving: euros(18) } };

  beforeEach(() => {
    answer(previewSwitch, { data: preview });
    answer(takeStayOffer, { data: undefined });
  });

  it("is a year, which leads to the usual change of the plan, and counts once that is made", async () => {
    answer(switchSubscription, { data: { membership: yearly, paymentUrl: null } });
    const user = await choose(cheaperYear, tooExpensive);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("A year costs €90, €18 less than twelve months.");
    await user.click(within(dialog).getByRole("button", { name: "Switch to yearly" }));
    await user.click(
      await screen.findByRole("button", { name: "Switch to yearly and pay €81.20 now" }),
    );
    await screen.findByText(/You now pay yearly/);
    expect(sentTo(takeStayOffer).map(({ input }) => input.body)).toEqual([
      { reason: "too-expensive", offer: "yearly" },
    ]);
    expect(sentTo(cancelSubscription)).toHaveLength(0);
  });

  it("does not count when the member only looks at it", async () => {
    const user = await choose(cheaperYear, tooExpensive);
    await press(user, "Switch to yearly");
    await press(user, "Keep monthly");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sentTo(takeStayOffer)).toHaveLength(0);
  });

  it("is no year where that is not cheaper", async () => {
    await choose(activeMembership, tooExpensive);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.queryByRole("button", { name: "Switch to yearly" })).toBeNull();
  });

  it("is a pause, for which the owner is asked by a message, and says that nothing else happens", async () => {
    answer(sendContactMessage, { data: undefined });
    const user = await choose(activeMembership, noTime);
    await user.type(screen.getByRole("textbox"), "Until March, please.");
    await press(user, "Ask for a pause");
    await screen.findByText(/^Your request is on its way to the owner by e-mail. Until you hear/);
    expect(sentTo(sendContactMessage)[0]?.input.body).toMatchObject({
      name: "Sam",
      email: "sam@example.com",
      subject: "A pause of my membership",
      message: expect.stringMatching(/free days\?\n\nUntil March, please\.$/),
    });
    expect(sentTo(takeStayOffer).map(({ input }) => input.body)).toEqual([
      { reason: "no-time", text: "Until March, please.", offer: "pause" },
    ]);
    expect(sentTo(cancelSubscription)).toHaveLength(0);
  });

  it("says when the owner could not be asked, and counts nothing", async () => {
    const user = await choose(activeMembership, noTime);
    await press(user, "Ask for a pause");
    await screen.findByText(/^Your request could not be sent/);
    expect(sentTo(takeStayOffer)).toHaveLength(0);
  });

  it("is nothing to who owes a renewal", async () => {
    await choose(pastDueMembership, noTime);
    expect(screen.queryByRole("button", { name: "Ask for a pause" })).toBeNull();
  });
});

describe("switching to yearly", () => {
  beforeEach(() => answer(previewSwitch, { data: preview }));

  const pay = "Switch to yearly and pay €81.20 now";

  it("shows the credit, what is charged now and next, and charges just that", async () => {
    answer(switchSubscription, { data: { membership: yearly, paymentUrl: null } });
    const user = await open(activeMembership);
    await press(user, "Switch to yearly");
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("−€8.80");
    expect(dialog.textContent).toContain("Charged now€81.20");
    expect(dialog.textContent).toContain("Visa ending in 4242");
    expect(dialog.textContent).toContain("Next: €90 on 23 November 2027, then every year");
    await user.click(within(dialog).getByRole("button", { name: pay }));
    await screen.findByText(/You now pay yearly/);
    expect(sentTo(switchSubscription)[0]?.input.body).toEqual({ to: "yearly", dueNow: 8120 });
    screen.getByText("Renews on 23 November 2027 for €90");
  });

  it("says that a discount and a rest of credit lower the next charge only", async () => {
    const next = { ...preview.next, price: euros(40) };
    const discount = { code: "HALF", description: "", amount: euros(45), periods: 2 };
    answer(previewSwitch, { data: { ...preview, discount, creditLeft: euros(5), next } });
    await press(await open(activeMembership), "Switch to yearly");
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("Discount HALF");
    expect(dialog.textContent).toContain("Next: €40 on 23 November 2027, then €90 every year");
    expect(dialog.textContent).toContain("€5 of credit is left");
  });

  it("shows the new amounts when the price has changed meanwhile, and does not charge", async () => {
    answer(switchSubscription, refusal("price-changed"));
    const user = await open(activeMembership);
    await press(user, "Switch to yearly");
    const button = await screen.findByRole("button", { name: pay });
    answer(previewSwitch, { data: { ...preview, dueNow: euros(81.5), credit: euros(8.5) } });
    await user.click(button);
    const changed = "Switch to yearly and pay €81.50 now";
    await screen.findByRole("button", { name: changed });
    await screen.findByText(/The price has changed since you opened this/);
    screen.getByRole("dialog");
  });

  it("leads to the bank that wants a confirmation, and notices it when the window is back", async () => {
    const membership = activeMembership;
    answer(switchSubscription, { data: { membership, paymentUrl: "/api/confirm" } });
    await confirm(await open(membership), "Switch to yearly", pay);
    await vi.waitFor(() => expect(openPayment).toHaveBeenCalledWith("/api/confirm"));
    answer(getMembership, { data: yearly });
    window.dispatchEvent(new Event("focus"));
    await screen.findByText(/You now pay yearly/);
  });

  it("says that it waits while the payment is being confirmed", async () => {
    answer(switchSubscription, { data: { membership: activeMembership, paymentUrl: null } });
    await confirm(await open(activeMembership), "Switch to yearly", pay);
    await screen.findByText(/Your plan changes as soon as the bank/);
  });

  it("asks for a card first where there is none", async () => {
    await press(await open({ ...activeMembership, card: null }), "Switch to yearly");
    await screen.findByText(/no card on file. Add one first/);
    const button = screen.getByRole("button", { name: pay });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("the card", () => {
  it.each([
    ["is named with its validity", { expMonth: 12, expYear: 2026 }, false],
    ["warns when it expires before the next charge", { expMonth: 11, expYear: 2026 }, true],
  ])("%s", async (_, expiry, warns) => {
    const card = { kind: "card" as const, brand: "Visa", last4: "4242", ...expiry };
    await open({ ...activeMembership, card });
    const validity = `${expiry.expMonth}/26`;
    screen.getByText(`Visa ending in 4242, valid until ${validity}`);
    expect(screen.queryByText(/expires before the next charge/) !== null).toBe(warns);
  });

  it.each([
    ["Europe/Warsaw", true], // where the charge is on 1 December at 0:30
    ["America/New_York", false],
  ])("is valid until its month ends for a seller in %s", async (timeZone, warns) => {
    brand.timeZone = timeZone;
    const nextCharge = { price: euros(9), on: "2026-11-30T23:30:00Z", period: "monthly" as const };
    const card = {
      kind: "card",
      brand: "Visa",
      last4: "4242",
      expMonth: 11,
      expYear: 2026,
    } as const;
    await open({ ...activeMembership, nextCharge, card });
    expect(screen.queryByText(/expires before the next charge/) !== null).toBe(warns);
  });

  it("is changed on the payment page; a failure says so", async () => {
    answer(changeCard, refusal("payments-unavailable"));
    const user = await open(activeMembership);
    await press(user, "Change card");
    expect((await screen.findByRole("alert")).textContent).toContain("temporary blocked");
    answer(changeCard, { data: { url: "/api/card" } });
    await press(user, "Change card");
    await vi.waitFor(() => expect(openPayment).toHaveBeenCalledWith("/api/card"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    ["?card=saved", activeMembership, /Your card is saved. Renewals are charged to it/],
    ["?card=saved", pastDueMembership, /the renewal is being charged to it/],
    ["?payment=paid", activeMembership, /your payment has arrived/],
    ["?payment=declined", pastDueMembership, /The card was declined and nothing was charged/],
  ])("and payments report %s", async (search, membership, text) => {
    await open(membership, `/subscription${search}`);
    screen.getByText(text);
  });
});

it("of a member whom the former site charges is paid until a day, and asks for no card yet", async () => {
  await open({ ...activeMembership, chargedElsewhere: true, card: null });
  screen.getByText(/^You still pay for your membership as you did before/);
  screen.getByText("Paid until 16 December 2026");
  screen.getByText("No card on file");
  expect(screen.queryByText(/^Renews on|The next charge needs one/)).toBeNull();
});

it.each([
  ["alone is said once", null, /^You have PLN\s?40 of credit/],
  ["comes after the credit that is used", euros(5), /^You also have PLN\s?40 of credit/],
])("credit in another currency %s", async (_, credit, text) => {
  await open({ ...activeMembership, credit, otherCredit: [{ amount: 4000, currency: "PLN" }] });
  screen.getByText(text);
  expect(screen.getAllByText(/PLN/)).toHaveLength(1);
  expect(screen.queryByRole("group", { name: "Credit" }) !== null).toBe(credit !== null);
});

describe("an unpaid renewal", () => {
  it("says until when access is kept and when the card is tried again, and leads to the payment", async () => {
    answer(payRenewal, { data: { url: "/api/pay" } });
    const user = await open(pastDueMembership);
    const strip = screen.getByRole("region", { name: "Your renewal of €9 could not be paid" });
    expect(strip.textContent).toContain("until 30 December 2026");
    expect(strip.textContent).toContain("again on 17 December 2026");
    expect(strip.textContent).toContain("you owe nothing");
    await user.click(within(strip).getByRole("button", { name: "Pay now" }));
    await vi.waitFor(() => expect(openPayment).toHaveBeenCalledWith("/api/pay"));
    answer(getMembership, { data: activeMembership });
    window.dispatchEvent(new Event("focus"));
    await screen.findByText(/your renewal is paid/);
    expect(screen.queryByRole("region", { name: /could not be paid/ })).toBeNull();
  });

  it("asks for the bank’s confirmation where only that is missing", async () => {
    const { pastDue } = pastDueMembership;
    const waiting = {
      ...pastDueMembership,
      pastDue: pastDue && { ...pastDue, needs: "confirmation" as const },
    };
    await open(waiting);
    screen.getByRole("button", { name: "Confirm the payment" });
    expect(document.body.textContent).not.toContain("try your card again");
  });

  it("that was paid and waits for the bank asks for nothing", async () => {
    await open({ ...pastDueMembership, pastDue: null });
    screen.getByText("Your payment is being confirmed");
    expect(screen.queryByRole("button", { name: "Pay now" })).toBeNull();
  });
});
