import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import {
  trainingLimits,
  type recordStep,
  type restartTraining,
  type saveTrainingNote,
  type setTrainingTimer,
  type startTraining,
  type TrainingPlan,
  type undoStep,
} from "#shared/api/training.ts";
import type { Language } from "#shared/languages.ts";
import { ruleAt, stepOf } from "#shared/progression.ts";
import { remainingSessions, type SessionPlace } from "#shared/training.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { requireLockedDog } from "#api/modules/dogs/module.ts";
import { findProtocols, type Protocol } from "#api/modules/library/module.ts";
import { presentPlan } from "./present.ts";
import type { PlanRow } from "./schema.ts";
import {
  findPlan,
  insertPlan,
  listPlans,
  lockPlan,
  updatePlan,
  type DogPlan,
} from "./training-store.ts";

export type Services = Pick<Portal, "database" | "now">;

/** Who asks, in which language, and the date on the asking device's calendar. */
export type Member = { userId: string; language: Language; today: string };

type Body<E extends { body: z.ZodMiniType }> = z.output<E["body"]>;

const noTimer = { timerEndsAt: null, timerLeft: null };

async function requirePlan(database: Database, userId: string, id: string): Promise<DogPlan> {
  const found = await findPlan(database, userId, id);
  if (!found) throw new ApiError("not-found");
  return found;
}

export async function readPlans(services: Services, { userId, language }: Omit<Member, "today">) {
  const plans = await listPlans(services.database, userId);
  const slugs = [...new Set(plans.map(({ plan }) => plan.slug))];
  const protocols = await findProtocols(services, { slugs, language });
  return plans.map((found) => ({ ...found, protocol: protocols.get(found.plan.slug) }));
}

/** Returns a plan of the user with its protocol. Throws `not-found`. */
export async function readPlan(
  services: Services,
  { userId, language }: Omit<Member, "today">,
  id: string,
) {
  const found = await requirePlan(services.database, userId, id);
  const { slug } = found.plan;
  const protocols = await findProtocols(services, { slugs: [slug], language });
  return { ...found, protocol: protocols.get(slug) };
}

/** Returns the user's plans, with the next session of each. */
export async function listTrainingOf(services: Services, member: Member): Promise<TrainingPlan[]> {
  const when = { today: member.today, now: services.now() };
  const plans = await readPlans(services, member);
  return plans.map(({ protocol, ...found }) => presentPlan(found, protocol, when));
}

export type ReadPlan = Awaited<ReturnType<typeof readPlan>>;

/** Returns whether a plan has a session left: neither is it finished, nor is its protocol gone. */
const isUnfinished = ({ plan, protocol }: ReadPlan) =>
  remainingSessions(protocol?.weeks ?? [], plan.steps).length > 0;

/** Starts to follow a protocol. Throws `not-found`, `conflict`, `limit-reached`. */
export async function startPlan(
  services: Services,
  member: Member,
  { slug, dogId, startedOn, weekdays }: Body<typeof startTraining>,
): Promise<TrainingPlan> {
  const { userId, language, today } = member;
  const protocols = await findProtocols(services, { slugs: [slug], language });
  const protocol = protocols.get(slug);
  if (!protocol) throw new ApiError("not-found");
  const id = randomUUID();
  return services.database.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw new ApiError("unauthorized");
    if (dogId !== null) await requireLockedDog(tx, userId, dogId);
    const plans = await readPlans({ ...services, database: tx }, member);
    if (plans.filter(isUnfinished).length >= trainingLimits.plans) {
      throw new ApiError("limit-reached");
    }
    const row = { id, userId, dogId, slug, startedOn, weekdays, steps: [], notes: [] };
    const isNew = await insertPlan(tx, {
      ...row,
      ...noTimer,
      revision: 0,
      createdAt: services.now(),
    });
    if (!isNew) throw new ApiError("conflict");
    return presentPlan(await requirePlan(tx, userId, id), protocol, {
      today,
      now: services.now(),
    });
  });
}

type Changes = Partial<Omit<PlanRow, "id" | "userId">>;

/** Changes a plan while no other request can, and returns it. Throws `not-found`. */
export async function changePlan(
  services: Services,
  member: Member,
  id: string,
  change: (
    plan: PlanRow,
    protocol: Protocol | undefined,
    tx: Database,
  ) => Changes | Promise<Changes>,
): Promise<TrainingPlan> {
  const { userId, today } = member;
  return services.database.transaction(async (tx) => {
    await lockUser(tx, userId); // before the plan: the change may lock a dog, which comes between
    if (!(await lockPlan(tx, userId, id))) throw new ApiError("not-found");
    const within = { ...services, database: tx };
    const { protocol, plan } = await readPlan(within, member, id);
    await updatePlan(tx, id, await change(plan, protocol, tx));
    return presentPlan(await requirePlan(tx, userId, id), protocol, {
      today,
      now: services.now(),
    });
  });
}

/** Throws `conflict` when the steps were changed since the revision that the caller has seen. */
function requireRevision({ revision }: PlanRow, seen: number): void {
  if (revision !== seen) throw new ApiError("conflict");
}

const isSame = (one: SessionPlace, other: SessionPlace | undefined) =>
  one.week === other?.week && one.session === other.session;

/** Records what was done with the next session. Throws `not-found`, `conflict`, `limit-reached`. */
export const recordStepOf = (
  services: Services,
  member: Member,
  id: string,
  { revision, outcome, ...place }: Body<typeof recordStep>,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, (plan, protocol) => {
    requireRevision(plan, revision);
    const weeks = protocol?.weeks ?? [];
    const [next] = remainingSessions(weeks, plan.steps);
    const rule = protocol && ruleAt(protocol, place);
    if (!rule || !isSame(place, next)) throw new ApiError("conflict");
    if (plan.steps.length >= trainingLimits.steps) throw new ApiError("limit-reached");
    const step = stepOf(weeks, { place, rule, on: member.today }, outcome);
    if (!step) throw new ApiError("conflict");
    return { ...noTimer, steps: [...plan.steps, step], revision: revision + 1 };
  });

/** Takes the last step back. Throws `not-found`, `conflict`. */
export const undoStepOf = (
  services: Services,
  member: Member,
  id: string,
  { revision }: Body<typeof undoStep>,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, (plan) => {
    requireRevision(plan, revision);
    if (plan.steps.length === 0) throw new ApiError("conflict");
    return { ...noTimer, steps: plan.steps.slice(0, -1), revision: revision + 1 };
  });

/** Begins again from the first session. Throws `not-found`, `conflict`. */
export const restartPlan = (
  services: Services,
  member: Member,
  id: string,
  { revision, startedOn, weekdays }: Body<typeof restartTraining>,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, (plan) => {
    requireRevision(plan, revision);
    return { ...noTimer, steps: [], startedOn, weekdays, revision: revision + 1 };
  });

/** Saves or deletes the note on a session; of simultaneous ones the last is kept. Throws `not-found`. */
export const saveNoteOf = (
  services: Services,
  member: Member,
  id: string,
  { week, session, text }: Body<typeof saveTrainingNote>,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, ({ notes }, protocol) => {
    if (!protocol?.weeks[week]?.sessions[session]) throw new ApiError("not-found");
    const others = notes.filter((note) => !isSame(note, { week, session }));
    return { notes: text === "" ? others : [...others, { week, session, text }] };
  });

/** Sets the timer of the next session. Throws `not-found`, `conflict`. */
export const setTimerOf = (
  services: Services,
  member: Member,
  id: string,
  { revision, timer }: Body<typeof setTrainingTimer>,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, (plan) => {
    requireRevision(plan, revision);
    if (!timer) return noTimer;
    const { secondsLeft, isRunning } = timer;
    const timerEndsAt = new Date(services.now().getTime() + secondsLeft * 1000);
    return { timerEndsAt, timerLeft: isRunning ? null : secondsLeft };
  });
