import type * as z from "zod/mini";
import type { endSchema, refundSchema, resendSchema } from "#shared/api/member-acts.ts";
import type { Session } from "../../http/session.ts";
import { ApiError } from "../../infra/api-error.ts";
import type { Actor } from "../../infra/audit/record-act.ts";
import { throttleRecipient } from "../../infra/throttle/throttle.ts";
import { startOf } from "../../infra/written-time.ts";
import type { Portal } from "../../portal.ts";
import { endSessionsOf, enqueueResetLink, liveSessions, type User } from "../accounts/module.ts";
import {
  endNow,
  extendMembership,
  refundMember,
  resendReceipt,
  setRenewal,
} from "#api/modules/billing/module.ts";
import { grantMembership, liveMembership } from "../membership/module.ts";
import type { Done } from "./acts.ts";

/*
 * What admins do for members. The portal's database is the transaction of the act; the member is locked.
 */

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Gives a free membership, or changes its end. Throws `already-subscribed`, and `validation`. */
export async function grant(
  portal: Portal,
  { id }: User,
  { until, isConfirmed }: { until: string | null; isConfirmed: boolean },
): Promise<Done> {
  const endsAt = until === null ? null : startOf(until, portal.brand.timeZone, 1);
  if (endsAt && endsAt <= portal.now()) {
    throw new ApiError("validation", { fields: { until: "forms:over" } });
  }
  const live = await liveMembership(portal.database, id, portal.now());
  const endsEarlier = live && endsAt && (live.endsAt === null || endsAt < live.endsAt);
  if (endsEarlier && live.source === "grant" && !isConfirmed) {
    throw new ApiError("validation", { fields: { password: "forms:required" } });
  }
  if (!(await grantMembership(portal, id, endsAt))) throw new ApiError("already-subscribed");
  const before = live ? { endsAt: timeOf(live.endsAt) } : null;
  return {
    name: "membership-granted",
    details: { until: timeOf(endsAt) },
    undo: { act: "grant", before, endsAt: timeOf(endsAt) },
  };
}

/** Adds days to the present period. */
export async function extend(portal: Portal, { id }: User, days: number): Promise<Done> {
  const { before, endsAt } = await extendMembership(portal, portal.database, id, days);
  const end = endsAt.toISOString();
  return {
    name: "membership-extended",
    details: { days, until: end },
    undo: {
      act: "extend",
      before: { endsAt: before.endsAt.toISOString(), anchorAt: timeOf(before.anchorAt) },
      endsAt: end,
    },
  };
}

type End = Omit<z.infer<typeof endSchema>, "password">;

/** Cancels at the end of the period, which can be undone, or ends now and pays back what the admin chose. */
export async function endMembership(
  portal: Portal,
  { id }: User,
  { when, refund: amount }: End,
  actor: Actor,
): Promise<Done> {
  const details = { when, refund: when === "now" ? amount : 0 };
  if (when === "period-end") {
    const { cancelAtPeriodEnd } = (await liveMembership(portal.database, id, portal.now())) ?? {};
    if (cancelAtPeriodEnd) throw new ApiError("conflict");
    const { status } = await setRenewal(portal, portal.database, id, {
      renews: false,
      actor: null,
    });
    return {
      name: "membership-ended",
      details,
      ...(status !== "ended" && { undo: { act: "end" } }),
    };
  }
  const note = "Membership ended by an admin";
  const creditNote = await endNow(portal, portal.database, id, { amount, note, actor });
  return { name: "membership-ended", details, creditNote };
}

/** Pays back an invoice or a part of it. Throws `conflict` when that much cannot be paid back. */
export async function refund(
  portal: Portal,
  member: User,
  { invoiceId, sku, amount, reason }: Omit<z.infer<typeof refundSchema>, "password">,
  actor: Actor,
): Promise<Done> {
  const wanted = { invoiceId, sku, amount, note: reason, actor };
  return { name: null, creditNote: await refundMember(portal, portal.database, member.id, wanted) };
}

/** Mails a receipt, or a link for a new password, to the member. Throws `too-many-requests`. */
export async function resend(
  portal: Portal,
  member: User,
  mail: z.infer<typeof resendSchema>,
  ip: string,
): Promise<Done> {
  const address = member.email ?? member.unprovenEmail ?? "";
  const throttleMails = () => throttleRecipient(portal, address, ip);
  if (mail.kind === "reset-link") {
    await throttleMails();
    await enqueueResetLink(portal, address);
    return { name: "mail-resent", details: { kind: mail.kind } };
  }
  const receipt = await resendReceipt(portal, portal.database, member.id, mail.invoiceId);
  await throttleMails();
  return { name: "mail-resent", details: { kind: mail.kind, receipt } };
}

/** Logs a member out everywhere; admins who do that to themselves keep the session they act in. */
export async function endSessions(portal: Portal, { id }: User, own: Session): Promise<Done> {
  const kept = id === own.userId ? own.id : undefined;
  const ended = (await liveSessions(portal, id)).filter((session) => session.id !== kept);
  await endSessionsOf(portal.database, id, kept);
  return { name: "sessions-ended", details: { count: ended.length } };
}
