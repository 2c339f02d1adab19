import type { TrainingPlan } from "#shared/api/training.ts";
import { hourMs } from "#shared/durations.ts";
import { heightClassOf } from "#shared/height-class.ts";
import { ruleAt } from "#shared/progression.ts";
import {
  hasSession,
  nextTrainingDay,
  remainingSessions,
  type SessionPlace,
} from "#shared/training.ts";
import type { Protocol } from "#api/modules/library/module.ts";
import type { PlanRow } from "./schema.ts";
import type { DogPlan } from "./training-store.ts";

/** Time for which a timer that has run out, or that was paused and would have, is still shown. */
const timerLingerMs = 12 * hourMs;

function presentTimer({ timerEndsAt, timerLeft }: PlanRow, now: Date): TrainingPlan["timer"] {
  if (!timerEndsAt) return null;
  const remainingMs = timerEndsAt.getTime() - now.getTime();
  if (remainingMs < -timerLingerMs) return null;
  if (timerLeft !== null) return { secondsLeft: timerLeft, isRunning: false };
  return { secondsLeft: Math.round(remainingMs / 1000), isRunning: true };
}

function presentNext(
  plan: PlanRow,
  protocol: Protocol,
  place: SessionPlace | undefined,
  today: string,
): TrainingPlan["next"] {
  const session = place && protocol.weeks[place.week]?.sessions[place.session];
  const rule = place && ruleAt(protocol, place);
  if (!session || !rule) return null;
  const { title, minutes, description, course, byClass } = session;
  return {
    ...place,
    title,
    minutes,
    description,
    ...(course !== undefined && { course }),
    ...(byClass && { byClass }),
    rule,
    dueOn: nextTrainingDay(plan, today),
  };
}

type When = { today: string; now: Date };

/** Presents a plan with its protocol, if there still is one. `today` is on the member's calendar. */
export function presentPlan(
  { plan, dogName, dogHeight }: DogPlan,
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
    dog:
      dogId === null
        ? null
        : {
            id: dogId,
            name: dogName ?? "",
            heightClass: dogHeight === null ? null : heightClassOf(dogHeight / 10),
          },
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
