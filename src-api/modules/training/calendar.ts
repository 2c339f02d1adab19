import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  createCalendarAddress,
  getCalendarAddress,
  getTrainingCalendar,
  revokeCalendarAddress,
} from "#shared/api/training-calendar.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { endSecretAddress, makeSecretAddress, users } from "#api/modules/accounts/module.ts";
import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import { isActiveMember, type MembershipHolder } from "#shared/active-member.ts";
import { dateIn } from "#shared/formats.ts";
import { servedLanguage, type Language } from "#shared/languages.ts";
import { lastStepOf, schedule, type SessionPosition } from "#shared/training.ts";
import { pageTitleIn } from "#api/infra/i18n/messages.ts";
import type { Portal } from "#api/portal.ts";
import type { Protocol } from "#api/modules/library/module.ts";
import { readPlan, readPlans, type Member } from "./plans.ts";
import type { DogPlan } from "./training-store.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { calendarAddresses } from "./schema.ts";

const tokenParams = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

/** Serves a member's plans as calendars: one as a file, all at a secret address, which takes no session. */
export default async function calendarRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  // Without a configured address the caller's is right: the portal is then used on this network only.
  const originFor = ({ protocol, host }: FastifyRequest) =>
    portal.config.publicUrl ?? `${protocol}://${host}`;

  const doing = (request: FastifyRequest) =>
    ({ kind: "calendar", session: requireUser(request), actor: actorOf(request) }) as const;

  serve(app, getTrainingCalendar, async ({ params: { id }, query: { today } }, request) => {
    const { userId } = requireActiveMember(request);
    const member = { userId, language: request.language, today };
    return Buffer.from(await planCalendar(portal, member, id));
  });

  // Also without a membership: the address works again with the next one.
  serve(app, getCalendarAddress, async (_, request) => {
    const address = await findAddress(portal.database, requireUser(request).userId);
    return { createdAt: address && address.createdAt.toISOString() };
  });

  serve(app, createCalendarAddress, async ({ body: { timeZone } }, request) => {
    const { userId } = requireActiveMember(request);
    const { language } = request;
    const address = { userId, language, timeZone };
    const { token, row } = newCalendarToken(portal, address);
    await makeSecretAddress(portal, doing(request), (transaction) => saveAddress(transaction, row));
    const url = new URL(`/api/calendar/${token}.ics`, originFor(request)).href;
    return { url, createdAt: row.createdAt.toISOString() };
  });

  serve(app, revokeCalendarAddress, async (_, request) => {
    const { userId } = requireUser(request);
    await endSecretAddress(portal, doing(request), (transaction) =>
      removeAddress(transaction, userId),
    );
  });

  const options = { schema: { hide: true }, config: { parts: ["training"] } } as const;
  app.get("/calendar/:token.ics", options, async (request, reply) => {
    const parsed = tokenParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { token } = parsed.data;
    await throttle(portal, "calendar", request.ip, hashToken(token));
    const calendar = await subscribedCalendar(portal, token);
    reply.type("text/calendar; charset=utf-8");
    return reply.send(calendar);
  });
}

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
  const isRemaining = (place: SessionPosition) =>
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
    name: `${brand.name}: ${pageTitleIn(brand, "protocols", language)}`,
    events: plans.flatMap((found) => eventsOf(found, today, host)),
    at: now(),
  });
}

/** Returns a plan of the member as an iCalendar file. Throws `not-found`. */
async function planCalendar(portal: Portal, member: Member, id: string): Promise<string> {
  return calendarOf(portal, {
    ...member,
    plans: [await readPlan(portal, portal.database, member, id)],
  });
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
function newCalendarToken(
  { now }: Pick<Portal, "now">,
  address: { userId: string; language: Language; timeZone: string },
) {
  if (!isTimeZone(address.timeZone)) throw new ApiError("validation");
  const token = newToken();
  return { token, row: { ...address, tokenHash: hashToken(token), createdAt: now() } };
}

/** Returns the calendar of a secret address. Throws `token-invalid`, or `membership-required`. */
async function subscribedCalendar(portal: Portal, token: string): Promise<string> {
  const at = portal.now();
  const subscriber = await findSubscriber(portal.database, hashToken(token), at);
  if (!subscriber) throw new ApiError("token-invalid");
  if (!isActiveMember("held", subscriber)) throw new ApiError("membership-required");
  const { timeZone } = subscriber;
  const language = servedLanguage(portal.brand.languages, subscriber.language);
  const plans = await readPlans(portal, portal.database, { ...subscriber, language });
  return calendarOf(portal, { plans, language, today: dateIn(at, timeZone) });
}

type AddressRow = typeof calendarAddresses.$inferSelect;

async function saveAddress(database: Database, address: AddressRow): Promise<void> {
  await database
    .insert(calendarAddresses)
    .values(address)
    .onConflictDoUpdate({
      target: calendarAddresses.userId,
      set: insertedValues(calendarAddresses),
    });
}

/** Returns the user's address without the hash of its token, or null. */
export async function findAddress(database: Database, userId: string) {
  const { timeZone, language, createdAt } = calendarAddresses;
  const [address] = await database
    .select({ timeZone, language, createdAt })
    .from(calendarAddresses)
    .where(eq(calendarAddresses.userId, userId));
  return address ?? null;
}

/** Ends a user's address; returns false where there was none. */
async function removeAddress(database: Database, userId: string): Promise<boolean> {
  const removed = await database
    .delete(calendarAddresses)
    .where(eq(calendarAddresses.userId, userId))
    .returning({ userId: calendarAddresses.userId });
  return removed.length > 0;
}

/** Whose calendar an address shows, and the state of the user's membership. */
type Subscriber = MembershipHolder & { userId: string; timeZone: string; language: Language };

async function findSubscriber(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<Subscriber | null> {
  const { userId, timeZone, language } = calendarAddresses;
  const isOwned = sql<boolean>`exists (select from ${subscriptions}
    where ${subscriptions.userId} = ${users.id} and ${membershipInForce(now)})`;
  const [subscriber] = await database
    .select({ userId, timeZone, language, roles: users.roles, subscriptionOwned: isOwned })
    .from(calendarAddresses)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(calendarAddresses.tokenHash, tokenHash));
  return subscriber ?? null;
}
