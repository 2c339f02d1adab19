import type { SessionPosition, StepResult, TrainingStep } from "./training.ts";

/**
 * What a protocol says about going on (docs/decisions/0028-followed-protocols.md). `counted`: repetitions that were right
 * decide. `judged`: the member decides by the protocol's criterion.
 */
export type Progression =
  | {
      kind: "counted";
      repetitions: number;
      /** So many right, or more: on to the next session. */
      toGoOn: number;
      /** Fewer right: back to the session before. */
      toGoBack?: number | undefined;
    }
  | {
      kind: "judged";
      criterion?: string | undefined;
      /** The way back that the protocol knows: to the start of the week, or of the week before. */
      goBack?: "week" | "weekBefore" | undefined;
    };

/** How a session is answered, and what follows: the protocol's progression for the repetitions of the session. */
export type SessionRule =
  | { kind: "counted"; repetitions: number; toGoOn: number; toGoBack: number | null }
  | { kind: "judged"; criterion: string | null; goBack: "week" | "weekBefore" | null };

/** What a member says of a session: `right` repetitions, or a judgement; `back` as far as the protocol says. */
export type StepOutcome =
  | { result: "counted"; right: number }
  | { result: "done" | "again" | "back" | "skipped" };

/** Per session. */
export const maxRepetitions = 20;

/** The rule of sessions with repetitions in a protocol that has none of its own. */
const common: Progression = { kind: "counted", repetitions: 10, toGoOn: 8 };

/**
 * Returns the rule of a session. With a number of repetitions of its own, the protocol's numbers are scaled and rounded up.
 * Without a progression, sessions that say their repetitions are counted, others judged.
 */
export function ruleOf(
  progression: Progression | undefined,
  session: { repetitions?: number | undefined },
): SessionRule {
  const rule: Progression =
    progression ?? (session.repetitions === undefined ? { kind: "judged" } : common);
  if (rule.kind === "judged") {
    return { kind: "judged", criterion: rule.criterion ?? null, goBack: rule.goBack ?? null };
  }
  const repetitions = session.repetitions ?? rule.repetitions;
  const scaled = (right: number) => Math.ceil((right * repetitions) / rule.repetitions);
  const toGoBack = rule.toGoBack === undefined ? null : scaled(rule.toGoBack);
  return { kind: "counted", repetitions, toGoOn: scaled(rule.toGoOn), toGoBack };
}

type Weeks = readonly { sessions: readonly unknown[] }[];

type Protocol = {
  weeks: readonly { sessions: readonly { repetitions?: number | undefined }[] }[];
  progression?: Progression | undefined;
};

/** Returns the rule of a protocol's session; null where it has none. The first session has no way back. */
export function ruleAt(
  { weeks, progression }: Protocol,
  { week, session }: SessionPosition,
): SessionRule | null {
  const found = weeks[week]?.sessions[session];
  if (!found) return null;
  const rule = ruleOf(progression, found);
  if (week > 0 || session > 0) return rule;
  return rule.kind === "counted" ? { ...rule, toGoBack: null } : { ...rule, goBack: null };
}

/** Returns the session before; the first one has none. */
function sessionBefore(weeks: Weeks, { week, session }: SessionPosition): SessionPosition | null {
  if (session > 0) return { week, session: session - 1 };
  const before = weeks.slice(0, week).findLastIndex(({ sessions }) => sessions.length > 0);
  return before < 0 ? null : { week: before, session: weeks[before]!.sessions.length - 1 };
}

type Counted = Extract<SessionRule, { kind: "counted" }>;

function countedResult(right: number, { toGoOn, toGoBack }: Counted): StepResult {
  if (right >= toGoOn) return "done";
  return toGoBack !== null && right < toGoBack ? "back" : "again";
}

/** Returns the step that records an outcome; null where the rule has no such outcome. */
export function stepOf(
  weeks: Weeks,
  { place: { week, session }, rule, on }: { place: SessionPosition; rule: SessionRule; on: string },
  outcome: StepOutcome,
): TrainingStep | null {
  const step = { week, session, on, right: null };
  if (outcome.result === "counted") {
    if (rule.kind !== "counted" || outcome.right > rule.repetitions) return null;
    const result = countedResult(outcome.right, rule);
    const counted = { ...step, right: outcome.right, of: rule.repetitions };
    if (result !== "back") return { ...counted, result };
    const to = sessionBefore(weeks, step);
    return to ? { ...counted, result, to } : { ...counted, result: "again" };
  }
  const { result } = outcome;
  if (result === "again" || result === "skipped") return { ...step, result };
  if (rule.kind !== "judged") return null;
  if (result === "done") return { ...step, result };
  if (rule.goBack === null) return null;
  const to = { week: Math.max(0, rule.goBack === "week" ? week : week - 1), session: 0 };
  return { ...step, result, to };
}
