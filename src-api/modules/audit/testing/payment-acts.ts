import { expect } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { runPaymentCommand } from "#api/cli/payments/run-payment-command.ts";
import { call, goodPassword } from "#api/testing/account-requests.ts";
import {
  checkOut,
  comeBack,
  goodCard,
  pay,
  replaceProvider,
  yearly,
} from "#api/testing/billing-requests.ts";
import { createMember, renewDue } from "#api/testing/members.ts";
import { chargeLeaseMs } from "#api/modules/billing/payments.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import { payer } from "./payer.ts";
import {
  ofAdmin,
  ofCommand,
  own,
  recordSecrets,
  run,
  send,
  type Stage,
  tried,
  type Ways,
} from "./stage.ts";

const nowhere = { actorId: null, ip: null, userAgent: null };

/** Returns a member whose renewal was charged, while the answer of the provider was lost. */
async function memberOfLostCharge({ portal }: Stage) {
  const member = await createMember(portal);
  portal.advance(31 * dayMs);
  const { current } = portal.portal.payments;
  const restore = replaceProvider(portal, {
    charge: async (request) => {
      await current.charge(request);
      throw new Error("the connection broke");
    },
  });
  await runRenewals(portal.portal).catch(() => undefined);
  restore();
  return member;
}

/** Returns a member who has paid €9 for a month, and a function that declares a withdrawal without a login. */
async function withdrawer(stage: Stage) {
  const { buyer, purchase } = await payer(stage);
  const { token } = buyer;
  const { body: receipt } = await call(stage.portal, "GET", `/purchases/${purchase.id}/receipt`, {
    token,
  });
  const reference: string = receipt.withdrawalReference;
  stage.secrets.add(reference);
  const withdraw = async (contract: string) => {
    const body = { name: "Wilhelmina Oak", email: buyer.email, contract };
    const { status } = await send(stage, "POST", "/withdrawals", { body });
    // Every declaration gets the same answer, since nobody is signed in.
    return { status: status < 400 ? null : status };
  };
  return { buyer, receipt: purchase.receiptNumber, reference, withdraw };
}

/** What a member does to the membership, in the member's own words to the portal: a path and what it needs. */
const ownStep =
  (path: string, first: string | null, act: { body?: object } = {}) =>
  async (stage: Stage) => {
    const { buyer } = await payer(stage);
    if (first) await send(stage, "POST", first, { token: buyer.token });
    return {
      refused: () => send(stage, "POST", path, { ...act, token: stage.admin.token }),
      perform: () => send(stage, "POST", path, { ...act, token: buyer.token }),
      said: () => own(stage, buyer),
    };
  };

/** Refunds, withdrawals, discounts and orders, and what members do to their memberships. */
export const paymentActs = {
  "payment-refunded": {
    "by an admin": async (stage) => {
      const { buyer, purchase } = await payer(stage);
      const refundRequest = { invoiceId: purchase.id, amount: 300, reason: "A missed show" };
      const refund = (password: string) =>
        send(stage, "POST", `/members/${buyer.id}/refund`, {
          token: stage.admin.token,
          body: { ...refundRequest, password },
          key: `refund ${buyer.id}`,
        });
      const paid = { receipt: purchase.receiptNumber, amount: 300, currency: "EUR" };
      return tried(refund, "not the password", goodPassword, () =>
        ofAdmin(stage, buyer, { ...paid, reason: "refund" }),
      );
    },
    "by a command": async (stage) => {
      const { buyer, purchase } = await payer(stage);
      const receipt = purchase.receiptNumber;
      const reason = "Damaged in the post";
      recordSecrets(stage, { reason });
      const refund = (amount: string) =>
        run(() =>
          runPaymentCommand(stage.portal.portal, { command: "refund", receipt, amount, reason }),
        );
      const paid = { receipt, amount: 450, currency: "EUR" };
      return tried(refund, "900", "4.50", () => ofCommand(buyer, { ...paid, reason: "refund" }));
    },
    "by who withdraws from the contract": async (stage) => {
      const { buyer, reference, receipt, withdraw } = await withdrawer(stage);
      const paid = { receipt, amount: 900, currency: "EUR" };
      return {
        refused: () => withdraw(receipt),
        perform: () => withdraw(reference),
        said: () => ({
          ...nowhere,
          actorId: buyer.id,
          via: "portal",
          subjectId: buyer.id,
          details: { ...paid, reason: "withdrawal" },
        }),
        isDoneByJob: true,
      };
    },
    "after a late answer of the provider": async (stage) => {
      const member = await memberOfLostCharge(stage);
      stage.portal.advance(15 * dayMs);
      const { body } = await checkOut(stage.portal, await comeBack(stage.portal, member), [yearly]);
      await pay(stage.portal, body.paymentUrl, goodCard);
      return {
        refused: () => run(async () => undefined), // a provider is not refused
        perform: () => {
          stage.portal.advance(chargeLeaseMs); // of an earlier try
          return run(() => renewDue(stage.portal));
        },
        said: () => ({
          ...nowhere,
          via: "provider",
          subjectId: member.id,
          details: {
            receipt: expect.stringMatching(/^RS-2026-/),
            amount: 900,
            currency: "EUR",
            reason: "refund",
          },
        }),
      };
    },
  },

  "contract-withdrawn": {
    "with the reference of the receipt": async (stage) => {
      const { buyer, reference, receipt, withdraw } = await withdrawer(stage);
      return {
        refused: () => withdraw(receipt),
        perform: () => withdraw(reference),
        said: () => ({
          ...nowhere,
          actorId: buyer.id,
          via: "portal",
          subjectId: buyer.id,
          details: { receipt },
        }),
        isDoneByJob: true,
      };
    },
  },

  "membership-cancelled": { "by its member": ownStep("/subscription/cancel", null) },
  "membership-resumed": {
    "by its member": ownStep("/subscription/resume", "/subscription/cancel"),
  },

  "membership-switched": {
    "by its member, for the end of the period": async (stage) => {
      const { portal } = stage;
      const buyer = await createMember(portal, { item: yearly });
      for (const secret of [buyer.email, buyer.token]) stage.secrets.add(secret);
      const change = (dueNow: number) =>
        send(stage, "POST", "/subscription/switch", {
          token: buyer.token,
          body: { to: "monthly", dueNow },
        });
      return {
        refused: () => change(1),
        perform: () => change(0),
        said: () => ({
          ...nowhere,
          actorId: buyer.id,
          via: "portal",
          subjectId: buyer.id,
          details: { plan: "monthly" },
        }),
      };
    },
  },
} satisfies Record<string, Ways>;
