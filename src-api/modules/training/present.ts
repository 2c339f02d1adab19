import type { TrainingPlan } from "../../../src-shared/api/training.ts";
import {
  hasSession,
  nextTrainingDay,
  remainingSessions,
  type SessionPlace,
} from "../../../src-shared/training.ts";
import type { Protocol } from "../library/module.ts";
import type { PlanRow } from "./schema.ts";
import type { DogPlan } from "./training-store.ts";

/** ms for which a timer that has run out is still shown. */
const timerLinger = 12 * 60 * 60_000;

function presentTimer({ timerEndsAt, timerLeft }: PlanRow, now: Date): TrainingPlan["timer"] {
  if (timerLeft !== null) return { secondsLeft: timerLeft, isRunning: false };
  if (!timerEndsAt) return null;
  const left = timerEndsAt.getTime() - now.getTime();
  if (left < -timerLinger) return null;
  return { secondsLeft: Math.round(left / 1000), isRunning: true };
}

function presentNext(
  plan: PlanRow,
  protocol: Protocol,
  place: SessionPlace | undefined,
  today: string,
): TrainingPlan["next"] {
  const session = place && protocol.weeks[place.week]?.sessions[place.session];
  return session ? { ...place, ...session, dueOn: nextTrainingDay(plan, today) } : null;
}

type When = { today: string; now: Date };

/**
 * Presents a plan with its protocol as it is now; without one where that is gone. `today` is the date on
 * the member's calendar.
 */
export function presentPlan(
  { plan, dogName }: DogPlan,
  protocol: Protocol | undefined,
  { today, now }: When,
): TrainingPlan {
  const { id, slug, dogId, startedOn, weekdays, revision, notes } = plan;
  const weeks = protocol?.weeks ?? [];
  const steps = protocol ? plan.steps.filter((step) => hasSession(weeks, step)) : plan.steps;
  const [place] = remainingSessions(weeks, plan.steps);
  return {
    id,
    slug,
    dog: dogId === null ? null : { id: dogId, name: dogName ?? "" },
    startedOn,
    weekdays,
    revision,
    protocol: protocol
      ? {
          title: protocol.title,
          language: protocol.language,
          motif: protocol.motif,
          weeks: weeks.map(({ sessions }) => sessions.length),
        }
      : null,
    next: protocol ? presentNext(plan, protocol, place, today) : null,
    steps,
    unknownSteps: plan.steps.length - steps.length,
    notes,
    timer: presentTimer(plan, now),
  };
}
