import type { FastifyInstance } from "fastify";
import {
  addShow,
  changeShow,
  deleteShow,
  listShows,
  tickShowItem,
  daysOfNearShow,
  showLimits,
  type Show,
} from "#shared/api/show-day.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { listShowItems } from "#api/modules/library/module.ts";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { heightClassOfDog, type Dog } from "#shared/api/dogs.ts";
import { addDays } from "#shared/calendar-date.ts";
import { hourMs } from "#shared/durations.ts";
import { timeOfChange } from "#api/infra/device-time.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { presentDogsOf, requireLockedDog } from "#api/modules/dogs/module.ts";
import { type ShowRow, shows } from "./schema.ts";
import { and, asc, eq, gte, lte } from "#api/infra/database/drizzle.ts";
import { lockUser } from "#api/modules/accounts/module.ts";

/** Serves the shows of a member; those of others are not found. */
export default async function showRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listShows, async (_, request) => ({
    shows: await presentShowsOf(portal.database, requireActiveMember(request).userId),
    ...(await listShowItems(portal, request.language)),
  }));

  serve(app, addShow, ({ body }, request) =>
    addShowOf(portal, requireActiveMember(request).userId, body),
  );

  serve(app, changeShow, ({ params: { id }, body }, request) =>
    changeShowOf(portal, requireActiveMember(request).userId, id, body),
  );

  serve(app, deleteShow, async ({ params: { id } }, request) => {
    const { userId } = requireActiveMember(request);
    if (!(await removeShow(portal.database, userId, id))) throw new ApiError("not-found");
  });

  serve(app, tickShowItem, ({ params: { id }, body }, request) =>
    tickItemOf(portal, requireActiveMember(request).userId, id, body),
  );
}

type Services = Pick<Portal, "database" | "now">;
type Fields = z.output<typeof addShow.body>;

/** The date that is the earliest on earth at a time (UTC-12), and the latest (UTC+14). */
const datesAt = (at: Date) => {
  const date = (hours: number) =>
    new Date(at.getTime() + hours * hourMs).toISOString().slice(0, 10);
  return { earliest: date(-12), latest: date(14) };
};

function presentShow(row: ShowRow, dogs: readonly Dog[]): Show {
  const { id, name, on, startsAt, isHot, plannedOn, ticks, dogId } = row;
  const dog = dogs.find((each) => each.id === dogId);
  return {
    id,
    name,
    on,
    startsAt,
    isHot,
    dog: dog ? { id: dog.id, name: dog.name } : null,
    heightClass: dog ? heightClassOfDog(dog) : row.heightClass,
    plannedOn,
    ticks,
  };
}

const present = async (database: Database, row: ShowRow): Promise<Show> =>
  presentShow(row, row.dogId === null ? [] : await presentDogsOf(database, row.userId));

export async function presentShowsOf(database: Database, userId: string): Promise<Show[]> {
  const rows = await listShowsOf(database, userId);
  const needsDogs = rows.some(({ dogId }) => dogId !== null);
  const dogs = needsDogs ? await presentDogsOf(database, userId) : [];
  return rows.map((row) => presentShow(row, dogs));
}

/** Returns whether a show of the user may be near, wherever the user is. */
export async function hasShowAhead({ database, now }: Services, userId: string): Promise<boolean> {
  const { earliest, latest } = datesAt(now());
  const isNear = and(gte(shows.on, earliest), lte(shows.on, addDays(latest, daysOfNearShow)));
  const found = await database
    .select({ id: shows.id })
    .from(shows)
    .where(and(eq(shows.userId, userId), isNear))
    .limit(1);
  return found.length > 0;
}

/** Throws `validation` for a date that is over everywhere on earth, or further ahead than a year. */
function refuseOtherDays(on: string, now: Date): void {
  const { earliest, latest } = datesAt(now);
  if (on < earliest || on > addDays(latest, showLimits.daysAhead)) {
    throw new ApiError("validation", { fields: { on: "forms:day" } });
  }
}

/** Throws `validation` unless a date is today's somewhere on earth. */
function requireToday(today: string, now: Date): void {
  const { earliest, latest } = datesAt(now);
  if (today < earliest || today > latest) {
    throw new ApiError("validation", { fields: { today: "forms:day" } });
  }
}

const columnsOf = ({ name, on, startsAt, isHot, dogId, heightClass }: Fields) => ({
  name,
  on,
  startsAt,
  isHot,
  dogId,
  heightClass,
});

/** Adds a show. Throws `validation`, `not-found` for a dog of somebody else, `limit-reached`. */
async function addShowOf(
  { database, now }: Services,
  userId: string,
  fields: Fields,
): Promise<Show> {
  const createdAt = now();
  requireToday(fields.today, createdAt);
  refuseOtherDays(fields.on, createdAt);
  return database.transaction(async (tx) => {
    const count = await lockAndCount(tx, userId);
    if (count === null) throw new ApiError("unauthorized");
    if (fields.dogId !== null) await requireLockedDog(tx, userId, fields.dogId);
    if (count >= showLimits.shows) throw new ApiError("limit-reached");
    const row = {
      id: randomUUID(),
      userId,
      createdAt,
      ticks: [],
      tickTimes: {},
      plannedOn: fields.today,
    };
    const show = { ...row, ...columnsOf(fields) };
    await insertShow(tx, show);
    return present(tx, show);
  });
}

/** Changes a show, to one with the dog if any, while no other request can. Throws `not-found`. */
const changeLocked = (
  database: Database,
  { userId, id, dogId }: { userId: string; id: string; dogId: string | null },
  change: (show: ShowRow) => Partial<ShowRow>,
): Promise<Show> =>
  database.transaction(async (tx) => {
    // Before the show, as the deletion of a dog does (docs/architecture.md, "Order of locks").
    if (dogId !== null) await requireLockedDog(tx, userId, dogId);
    const show = await lockShow(tx, userId, id);
    if (!show) throw new ApiError("not-found");
    const changes = change(show);
    await updateShow(tx, id, changes);
    return present(tx, { ...show, ...changes });
  });

/** Changes what is known of a show; another date is planned for from today. Throws `validation`, `not-found`. */
function changeShowOf(
  { database, now }: Services,
  userId: string,
  id: string,
  fields: Fields,
): Promise<Show> {
  const at = now();
  requireToday(fields.today, at);
  return changeLocked(database, { userId, id, dogId: fields.dogId }, (show) => {
    if (fields.on !== show.on) refuseOtherDays(fields.on, at);
    const plannedOn = fields.on === show.on ? show.plannedOn : fields.today;
    return { ...columnsOf(fields), plannedOn };
  });
}

/** Ticks or unticks an item of a show, unless a later change is stored. Throws `not-found`, `limit-reached`. */
const tickItemOf = (
  { database, now }: Services,
  userId: string,
  id: string,
  { item, isDone, ...times }: z.output<typeof tickShowItem.body>,
): Promise<Show> =>
  changeLocked(database, { userId, id, dogId: null }, ({ ticks, tickTimes }) => {
    const { [item]: before, ...otherTimes } = tickTimes;
    const at = timeOfChange(times, now()).toISOString();
    if (before !== undefined && (before > at || (before === at && !isDone))) return { ticks };
    const others = ticks.filter((tick) => tick !== item);
    if (Object.keys(otherTimes).length >= showLimits.ticks) throw new ApiError("limit-reached");
    return {
      ticks: isDone ? [...others, item] : others,
      tickTimes: { ...otherTimes, [item]: at },
    };
  });

const ofUser = (userId: string, id: string) => and(eq(shows.id, id), eq(shows.userId, userId));

const listShowsOf = (database: Database, userId: string): Promise<ShowRow[]> =>
  database
    .select()
    .from(shows)
    .where(eq(shows.userId, userId))
    .orderBy(asc(shows.on), asc(shows.createdAt), asc(shows.id));

/** Returns a show of the user, which nobody changes before the transaction ends; undefined if there is none. */
async function lockShow(tx: Database, userId: string, id: string): Promise<ShowRow | undefined> {
  const [show] = await tx.select().from(shows).where(ofUser(userId, id)).for("update");
  return show;
}

/** Makes the user's other additions wait, and returns the number of shows; null when the account was deleted. */
async function lockAndCount(tx: Database, userId: string): Promise<number | null> {
  const owner = await lockUser(tx, userId);
  return owner && tx.$count(shows, eq(shows.userId, userId));
}

async function insertShow(tx: Database, show: ShowRow): Promise<void> {
  await tx.insert(shows).values(show);
}

async function updateShow(
  tx: Database,
  id: string,
  values: Partial<Omit<ShowRow, "id" | "userId" | "createdAt">>,
): Promise<void> {
  await tx.update(shows).set(values).where(eq(shows.id, id));
}

/** Deletes a show of the user. Returns false if there was none. */
async function removeShow(database: Database, userId: string, id: string): Promise<boolean> {
  const removed = await database
    .delete(shows)
    .where(ofUser(userId, id))
    .returning({ id: shows.id });
  return removed.length > 0;
}
