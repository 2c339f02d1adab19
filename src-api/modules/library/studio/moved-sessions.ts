import type { Draft } from "#shared/api/studio.ts";
import type { SessionPlace } from "#shared/training.ts";

/** The weeks of a protocol, by whose sessions members remember what they did. */
type Weeks = readonly { title: string; sessions: readonly { title: string }[] }[];

/** Both languages have the same sessions. */
const weeksOf = ({ texts }: Draft) => texts.en.front["weeks"] as Weeks; // of a version without problems

type Session = SessionPlace & { title: string; weekTitle: string; said: string };

const sessionsOf = (weeks: Weeks): Session[] =>
  weeks.flatMap(({ title: weekTitle, sessions }, week) =>
    sessions.map((one, session) => ({
      week,
      session,
      title: one.title,
      weekTitle,
      said: JSON.stringify(one),
    })),
  );

const placeOf = ({ week, session }: SessionPlace) => `${week}.${session}`;

/** By what a session is found again, the surest first. */
const ways: ((one: Session) => string)[] = [
  (one) => JSON.stringify([placeOf(one), one.said]),
  ({ said, weekTitle }) => JSON.stringify([said, weekTitle]),
  ({ said }) => said,
  ({ title, weekTitle }) => JSON.stringify([title, weekTitle]),
  placeOf,
];

/**
 * Returns a function that maps old session positions to new ones, or null if none moved. Matches by content, then title within
 * the week, then position. A removed session keeps its position.
 */
export function movedSessions(
  before: Draft,
  after: Draft,
): ((place: SessionPlace) => SessionPlace) | null {
  const found = new Map<Session, Session>();
  let [former, free] = [sessionsOf(weeksOf(before)), sessionsOf(weeksOf(after))];
  for (const keyOf of ways) {
    const candidates = Map.groupBy(free.toReversed(), keyOf); // the first of each is taken from the end
    for (const one of former) {
      const other = candidates.get(keyOf(one))?.pop();
      if (other) found.set(one, other);
    }
    const taken = new Set(found.values());
    former = former.filter((one) => !found.has(one));
    free = free.filter((one) => !taken.has(one));
  }
  const places = new Map(
    [...found].map(([one, { week, session }]) => [placeOf(one), { week, session }]),
  );
  if ([...found].every(([one, other]) => placeOf(one) === placeOf(other))) return null;
  return (place) => places.get(placeOf(place)) ?? { week: place.week, session: place.session };
}
