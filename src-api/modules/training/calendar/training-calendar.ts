import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import { isActiveMember } from "#shared/active-member.ts";
import { dateIn } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { lastStepOf, schedule, type SessionPlace } from "#shared/training.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import type { Portal } from "#api/portal.ts";
import type { Protocol } from "#api/modules/library/module.ts";
import { readPlan, readPlans, type Member } from "#api/modules/training/plans.ts";
import type { DogPlan } from "#api/modules/training/training-store.ts";
import { findSubscriber } from "./calendar-store.ts";

type DayEvent = {
  /** Stays the same when the event moves to another day. */
  uid: string;
  /** `YYYY-MM-DD`. */
  on: string;
  summary: string;
};

type Calendar = { product: string; name: string; events: readonly DayEvent[]; at: Date };

/** Returns an iCalendar file (RFC 5545) with events of whole days; `at` is when it was made. */
export function formatCalendar({ product, name, events, at }: Calendar): string {
  const calendar = ical({
    prodId: { company: product, product: "Training" },
    name,
    method: ICalCalendarMethod.PUBLISH,
    scale: "GREGORIAN",
    ttl: 6 * 3600,
  });
  for (const { uid, on, summary } of events) {
    calendar.createEvent({
      id: uid,
      stamp: at,
      start: new Date(`${on}T00:00:00Z`),
      timezone: "UTC",
      allDay: true,
      summary,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`;
}

type CalendarPlan = DogPlan & { protocol: Protocol | undefined };

/** Returns the sessions of a plan that are done, on their days, and those that are left, on training days. */
function datesOf({ plan }: DogPlan, protocol: Protocol, today: string) {
  const remaining = schedule(plan, protocol.weeks, today);
  const isRemaining = (place: SessionPlace) =>
    remaining.some(({ week, session }) => week === place.week && session === place.session);
  const done = plan.steps.filter(
    (step) =>
      step.result !== "skipped" && !isRemaining(step) && lastStepOf(plan.steps, step) === step,
  );
  return [...done, ...remaining];
}

/** Returns an event per session, with nothing of its description, which is for members only. */
function eventsOf(found: CalendarPlan, today: string, host: string): DayEvent[] {
  const { plan, dogName, protocol } = found;
  if (!protocol) return [];
  return datesOf(found, protocol, today).flatMap(({ week, session, on }) => {
    const shown = protocol.weeks[week]?.sessions[session];
    if (!shown) return [];
    const what = `${protocol.title}: ${shown.title} (${shown.minutes} min)`;
    const summary = dogName === null ? what : `${dogName} – ${what}`;
    return { uid: `${plan.id}-${week + 1}-${session + 1}@${host}`, on, summary };
  });
}

type CalendarRequest = { plans: readonly CalendarPlan[]; language: Language; today: string };

function calendarOf(
  { brand, config, now }: Portal,
  { plans, language, today }: CalendarRequest,
): string {
  const host = new URL(config.publicUrl ?? brand.homepage).hostname;
  return formatCalendar({
    product: brand.name,
    name: `${brand.name}: ${textsIn(language)("titles:protocols")}`,
    events: plans.flatMap((found) => eventsOf(found, today, host)),
    at: now(),
  });
}

/** Returns a plan of the member as an iCalendar file. Throws `not-found`. */
export async function planCalendar(portal: Portal, member: Member, id: string): Promise<string> {
  return calendarOf(portal, { ...member, plans: [await readPlan(portal, member, id)] });
}

const isTimeZone = (name: string): boolean => {
  try {
    dateIn(new Date(0), name);
    return true;
  } catch {
    return false;
  }
};

/** Returns a new secret token of the user's calendar, and the row that stores it. Throws `validation`. */
export function newCalendarToken(
  { now }: Pick<Portal, "now">,
  address: { userId: string; language: Language; timeZone: string },
) {
  if (!isTimeZone(address.timeZone)) throw new ApiError("validation");
  const token = newToken();
  return { token, row: { ...address, tokenHash: hashToken(token), createdAt: now() } };
}

/** Returns the calendar of a secret address. Throws `token-invalid`, or `membership-required`. */
export async function subscribedCalendar(portal: Portal, token: string): Promise<string> {
  const at = portal.now();
  const subscriber = await findSubscriber(portal.database, hashToken(token), at);
  if (!subscriber) throw new ApiError("token-invalid");
  if (!isActiveMember("held", subscriber)) throw new ApiError("membership-required");
  const { language, timeZone } = subscriber;
  const plans = await readPlans(portal, subscriber);
  return calendarOf(portal, { plans, language, today: dateIn(at, timeZone) });
}
