import { useTranslation } from "react-i18next";
import {
  deleteAdmin,
  endMember,
  endMemberSessions,
  extendMember,
  grantMember,
  memberActLimits,
  resendMail,
  takeOverMember,
  type MemberAct,
} from "#shared/api/member-acts.ts";
import type { Member } from "#shared/api/members.ts";
import { addDays } from "#shared/calendar-date.ts";
import { dayMs } from "#shared/durations.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { businessDay, useFormats } from "#renderer/i18n/formats.ts";
import type { Act, ActField } from "./act-dialog.tsx";

/** Returns the day (YYYY-MM-DD) in a number of days; memberships are given in the brand's time zone. */
const inDays = (days: number): string => addDays(businessDay(Date.now()), days);

/** Returns the days until a time; one that has begun counts. */
const daysUntil = (time: string): number => Math.ceil((Date.parse(time) - Date.now()) / dayMs);

/** Returns the outcome of a call: its failure, or the text that confirms it and how to undo it. */
export function outcomeOf(
  { data, error }: ApiResult<MemberAct>,
  text: (done: MemberAct) => { text: string; isFailure?: boolean },
): Awaited<ReturnType<Act["send"]>> {
  if (error) return { failure: error };
  const undo = data.undoableUntil === null ? {} : { undo: data.id };
  return { failure: null, outcome: { ...text(data), ...undo } };
}

/** Returns the field in which admins enter their own password again. */
export function usePasswordField(): ActField {
  const { t } = useTranslation("members");
  return { name: "password", kind: "password", label: t("acts.password") };
}

/** Returns the acts on a member's membership and account. */
export function useMembershipActs(member: Member) {
  const { t } = useTranslation(["members", "forms"]);
  const { membershipEnd, money } = useFormats();
  const password = usePasswordField();
  const { id, name: who, email: address, membership, ending } = member;
  const params = { id };
  const endsOn = membership.endsAt ? membershipEnd(membership.source, membership.endsAt) : "";
  const isGrant = membership.source === "grant" && membership.endsAt !== null;

  const grant: Act = {
    id: "grant",
    title: t("acts.grant.title", { who }),
    action: t("acts.grant.action"),
    texts: [t("acts.grant.text", { who }), t("acts.undoable")],
    fields: [
      { name: "until", kind: "date", label: t("acts.grant.until"), hint: t("acts.grant.hint") },
      ...(membership.source === "grant" ? [{ ...password, hint: t("acts.grant.earlier") }] : []),
    ],
    values: {
      until:
        isGrant && membership.endsAt ? businessDay(Date.parse(membership.endsAt) - 1) : inDays(30),
      password: "",
    },
    send: async ({ until = "", password: typed = "" }, idempotencyKey) => {
      const body = { until: until || null, ...(typed !== "" && { password: typed }) };
      return outcomeOf(await call(grantMember, { params, body, idempotencyKey }), () => ({
        text: t("acts.grant.done", { who }),
      }));
    },
  };

  const takeOver: Act = {
    id: "take-over",
    title: t("acts.takeOver.title", { who }),
    action: t("acts.takeOver.action"),
    texts: [t("acts.takeOver.text", { who })],
    fields: [],
    values: {},
    send: async (_, idempotencyKey) =>
      outcomeOf(await call(takeOverMember, { params, idempotencyKey }), () => ({
        text: t("acts.takeOver.done"),
      })),
  };

  const extend: Act = {
    id: "extend",
    title: t("acts.extend.title"),
    action: t("acts.extend.action"),
    texts: [t("acts.extend.text", { date: endsOn }), t("acts.undoable")],
    fields: [
      {
        name: "days",
        kind: "number",
        label: t("acts.extend.days"),
        hint: t("acts.extend.daysHint"),
      },
    ],
    values: { days: "7" },
    check: ({ days }) => {
      const count = Number(days);
      const isRight = Number.isInteger(count) && count >= 1 && count <= memberActLimits.days;
      return isRight ? null : { days: t("acts.extend.daysHint") };
    },
    send: async ({ days }, idempotencyKey) =>
      outcomeOf(
        await call(extendMember, { params, body: { days: Number(days) }, idempotencyKey }),
        () => ({ text: t("acts.extend.done") }),
      ),
  };

  const creditBack = ending?.credit && ending.credit.amount > 0 ? money(ending.credit) : null;
  const amounts = new Map<string, number>([
    ["unused", ending?.unused.amount ?? 0],
    ["all", ending?.all.amount ?? 0],
  ]);
  const options = [
    ...(membership.status === "active"
      ? [{ value: "period-end", text: t("acts.end.periodEnd", { date: endsOn }) }]
      : []),
    ...(ending && ending.unused.amount > 0
      ? [{ value: "unused", text: t("acts.end.unused", { price: money(ending.unused) }) }]
      : []),
    ...(ending && ending.all.amount > 0
      ? [{ value: "all", text: t("acts.end.all", { price: money(ending.all) }) }]
      : []),
    { value: "nothing", text: t("acts.end.nothing") },
  ];
  const daysLeft = membership.endsAt ? daysUntil(membership.endsAt) : 0;
  /** Warns of an end that takes days away which were paid for. */
  const warnOfLoss: Act["warn"] = ({ how }) => {
    if (how !== "nothing" || !ending || daysLeft <= 0) return null;
    if (ending.unused.amount === 0 && creditBack) return null;
    if (ending.unused.amount === 0)
      return { text: t("acts.end.losesDays", { who, count: daysLeft }) };
    const [paid, worth] = [money(ending.charged), money(ending.unused)];
    return {
      text: t("acts.end.loses", { who, paid, worth, count: daysLeft }),
      instead: { text: t("acts.end.instead", { worth }), values: { how: "unused" } },
    };
  };
  const end: Act = {
    id: "end",
    title: t("acts.end.title", { who }),
    action: t("acts.end.action"),
    isDanger: true,
    texts: ending
      ? [
          t("acts.end.text", { who, date: endsOn }),
          ...(creditBack ? [t("acts.end.creditBack", { price: creditBack })] : []),
        ]
      : [t("acts.end.grant"), t("acts.final")],
    fields: [
      ...(ending
        ? [{ name: "how", kind: "choice" as const, label: t("acts.end.when"), options }]
        : []),
      password,
    ],
    warn: warnOfLoss,
    values: { how: ending ? (options[0]?.value ?? "nothing") : "nothing", password: "" },
    check: ({ password: typed }) => (typed === "" ? { password: t("forms:required") } : null),
    send: async ({ how = "", password: typed = "" }, idempotencyKey) => {
      const when = how === "period-end" ? "period-end" : "now";
      const body = { when, refund: amounts.get(how) ?? 0, password: typed } as const;
      return outcomeOf(await call(endMember, { params, body, idempotencyKey }), ({ refund }) => {
        if (when === "period-end") return { text: t("acts.end.doneLater", { date: endsOn }) };
        if (!refund) return { text: t("acts.end.done") };
        const price = money(refund.amount);
        if (refund.status === "failed") {
          return { text: t("acts.refund.failed", { price }), isFailure: true };
        }
        return { text: t("acts.end.doneRefund", { price, number: refund.number }) };
      });
    },
  };

  const resetLink: Act = {
    id: "reset",
    title: t("acts.reset.title"),
    action: t("acts.reset.action"),
    texts: [t("acts.reset.text", { address }), t("acts.final")],
    fields: [],
    values: {},
    send: async (_, idempotencyKey) =>
      outcomeOf(
        await call(resendMail, { params, body: { kind: "reset-link" }, idempotencyKey }),
        () => ({
          text: t("acts.reset.done", { address }),
        }),
      ),
  };

  const logOut = (isOwn: boolean): Act => ({
    id: "sessions",
    title: t("acts.sessions.title", { who }),
    action: t("acts.sessions.action"),
    isDanger: true,
    texts: [isOwn ? t("acts.sessions.own") : t("acts.sessions.text", { who }), t("acts.final")],
    fields: [password],
    values: { password: "" },
    check: ({ password: typed }) => (typed === "" ? { password: t("forms:required") } : null),
    send: async ({ password: typed = "" }, idempotencyKey) =>
      outcomeOf(
        await call(endMemberSessions, { params, body: { password: typed }, idempotencyKey }),
        () => ({ text: t("acts.sessions.done") }),
      ),
  });

  const remove: Act = {
    id: "delete",
    title: t("acts.delete.title", { who }),
    action: t("acts.delete.action"),
    isDanger: true,
    texts: [t("acts.delete.text", { who }), t("acts.final")],
    fields: [password],
    values: { password: "" },
    check: ({ password: typed }) => (typed === "" ? { password: t("forms:required") } : null),
    send: async ({ password: typed = "" }) => {
      const { error } = await call(deleteAdmin, { params, body: { password: typed } });
      return error
        ? { failure: error }
        : { failure: null, outcome: { text: t("acts.delete.done", { who }) } };
    },
  };

  return { grant, takeOver, extend, end, resetLink, logOut, remove };
}
