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

const isSamePlace = (one: Session, other: Session) =>
  one.week === other.week && one.session === other.session;

/** By what a session is found again, the surest first. */
const ways: ((one: Session, other: Session) => boolean)[] = [
  (one, other) => isSamePlace(one, other) && one.said === other.said,
  (one, other) => one.said === other.said && one.weekTitle === other.weekTitle,
  (one, other) => one.said === other.said,
  (one, other) => one.title === other.title && one.weekTitle === other.weekTitle,
  isSamePlace,
];

/**
 * Returns what tells where a session of a protocol is after a change: found by its words, else by its title in the week, else
 * at its place. One that is gone keeps its place. Null if all are where they were.
 */
export function movedSessions(
  before: Draft,
  after: Draft,
): ((place: SessionPlace) => SessionPlace) | null {
  const found = new Map<Session, Session>();
  const [former, free] = [sessionsOf(weeksOf(before)), new Set(sessionsOf(weeksOf(after)))];
  for (const isSame of ways) {
    for (const one of former.filter((each) => !found.has(each))) {
      const other = [...free].find((candidate) => isSame(one, candidate));
      if (!other) continue;
      found.set(one, other);
      free.delete(other);
    }
  }
  if ([...found].every(([one, other]) => isSamePlace(one, other))) return null;
  const places = new Map(
    [...found].map(([one, { week, session }]) => [`${one.week}.${one.session}`, { week, session }]),
  );
  return ({ week, session }) => places.get(`${week}.${session}`) ?? { week, session };
}
