import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  countTrainingOfDog,
  listTraining,
  recordStep,
  restartTraining,
  saveTrainingNote,
  setTrainingDog,
  setTrainingTimer,
  startTraining,
  stopTraining,
  undoStep,
  type TrainingPlan,
  trainingLimits,
} from "#shared/api/training.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import {
  removePlan,
  countPlans,
  isFollowedWith,
  findPlan,
  insertPlan,
  listPlans,
  lockPlan,
  updatePlan,
  type DogPlan,
} from "./training-store.ts";
import type { Portal } from "#api/portal.ts";
import { requireDog, requireLockedDog } from "#api/modules/dogs/module.ts";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import type { Language } from "#shared/languages.ts";
import { isPartOn } from "#shared/parts.ts";
import { ruleAt, stepOf } from "#shared/progression.ts";
import {
  remainingSessions,
  type SessionPosition,
  hasSession,
  nextTrainingDay,
} from "#shared/training.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { findProtocols, type Protocol } from "#api/modules/library/module.ts";
import type { PlanRow } from "./schema.ts";
import { hourMs } from "#shared/durations.ts";
import { heightClassOf } from "#shared/height-class.ts";

/** Assigns one of the user's dogs to a plan that has none. Throws `not-found`, `conflict`. */
const setDogOf = (
  services: Services,
  member: Member,
  id: string,
  dogId: string,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, async (plan, _, tx) => {
    // Prevents another request from starting the protocol with this dog meanwhile.
    await requireLockedDog(tx, member.userId, dogId);
    if (plan.dogId !== null || (await isFollowedWith(tx, plan.slug, dogId))) {
      throw new ApiError("conflict");
    }
    return { dogId };
  });

/** Counts the plans that would be deleted along with a dog. Throws `not-found`. */
async function countPlansOfDog(
  { database }: Pick<Portal, "database">,
  userId: string,
  dogId: string,
): Promise<{ plans: number }> {
  await requireDog(database, userId, dogId);
  return { plans: await countPlans(database, dogId) };
}

const memberOf = (request: FastifyRequest, { today }: { today: string }): Member => ({
  userId: requireActiveMember(request).userId,
  language: request.language,
  today,
});

/** Serves the protocols that a member follows. Another member's plan is answered with `not-found`. */
export default async function trainingRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listTraining, async ({ query }, request) => ({
    items: await listTrainingOf(portal, memberOf(request, query)),
  }));

  serve(app, startTraining, ({ body }, request) =>
    startPlan(portal, memberOf(request, body), body),
  );

  serve(app, recordStep, ({ params: { id }, body }, request) =>
    recordStepOf(portal, memberOf(request, body), id, body),
  );

  serve(app, undoStep, ({ params: { id }, body }, request) =>
    undoStepOf(portal, memberOf(request, body), id, body),
  );

  serve(app, restartTraining, ({ params: { id }, body }, request) =>
    restartPlan(portal, memberOf(request, body), id, body),
  );

  serve(app, saveTrainingNote, ({ params: { id }, body }, request) =>
    saveNoteOf(portal, memberOf(request, body), id, body),
  );

  serve(app, setTrainingTimer, ({ params: { id }, body }, request) =>
    setTimerOf(portal, memberOf(request, body), id, body),
  );

  serve(app, setTrainingDog, ({ params: { id }, body }, request) =>
    setDogOf(portal, memberOf(request, body), id, body.dogId),
  );

  serve(app, countTrainingOfDog, ({ params: { id } }, request) =>
    countPlansOfDog(portal, requireUser(request).userId, id),
  );

  serve(app, stopTraining, async ({ params: { id } }, request) => {
    const { userId } = requireActiveMember(request);
    if (!(await removePlan(portal.database, userId, id))) throw new ApiError("not-found");
  });
}

export type Services = Pick<Portal, "database" | "now" | "brand">;

/** The member who sent the request, their language, and today's date on their device. */
export type Member = { userId: string; language: Language; today: string };

type Body<E extends { body: z.ZodMiniType }> = z.output<E["body"]>;

const noTimer = { timerEndsAt: null, timerLeft: null };

async function requirePlan(database: Database, userId: string, id: string): Promise<DogPlan> {
  const found = await findPlan(database, userId, id);
  if (!found) throw new ApiError("not-found");
  return found;
}

/** Leaves out of a plan what is switched off: its dog, or the dog's height class. */
function shownPlan({ brand }: Pick<Services, "brand">, found: DogPlan): DogPlan {
  if (!isPartOn(brand, "dogs")) {
    return { plan: { ...found.plan, dogId: null }, dogName: null, dogHeight: null };
  }
  return isPartOn(brand, "heightClasses") ? found : { ...found, dogHeight: null };
}

export async function readPlans(
  { now, brand }: Pick<Services, "now" | "brand">,
  database: Database,
  { userId, language }: Omit<Member, "today">,
) {
  const plans = await listPlans(database, userId);
  const slugs = [...new Set(plans.map(({ plan }) => plan.slug))];
  const protocols = await findProtocols(database, { slugs, language, now: now() });
  return plans.map((found) => ({
    ...shownPlan({ brand }, found),
    protocol: protocols.get(found.plan.slug),
  }));
}

/** Returns a plan of the user with its protocol. Throws `not-found`. */
export async function readPlan(
  { now, brand }: Pick<Services, "now" | "brand">,
  database: Database,
  { userId, language }: Omit<Member, "today">,
  id: string,
) {
  const found = await requirePlan(database, userId, id);
  const { slug } = found.plan;
  const protocols = await findProtocols(database, { slugs: [slug], language, now: now() });
  return { ...shownPlan({ brand }, found), protocol: protocols.get(slug) };
}

/** Returns the user's plans, with the next session of each. */
async function listTrainingOf(services: Services, member: Member): Promise<TrainingPlan[]> {
  const when = { today: member.today, now: services.now() };
  const plans = await readPlans(services, services.database, member);
  return plans.map(({ protocol, ...found }) => presentPlan(found, protocol, when));
}

export type ReadPlan = Awaited<ReturnType<typeof readPlan>>;

/** Returns whether a plan has sessions left. A plan whose protocol is gone has none. */
const isUnfinished = ({ plan, protocol }: ReadPlan) =>
  remainingSessions(protocol?.weeks ?? [], plan.steps).length > 0;

/** Starts to follow a protocol. Throws `not-found`, `conflict`, `limit-reached`. */
async function startPlan(
  services: Services,
  member: Member,
  { slug, dogId, startedOn, weekdays }: Body<typeof startTraining>,
): Promise<TrainingPlan> {
  const { userId, language, today } = member;
  const protocols = await findProtocols(services.database, {
    slugs: [slug],
    language,
    now: services.now(),
  });
  const protocol = protocols.get(slug);
  const isUnknownDog = dogId !== null && !isPartOn(services.brand, "dogs");
  if (!protocol || isUnknownDog) throw new ApiError("not-found");
  const id = randomUUID();
  return services.database.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw new ApiError("unauthorized");
    if (dogId !== null) await requireLockedDog(tx, userId, dogId);
    const plans = await readPlans(services, tx, member);
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
    return presentPlan(shownPlan(services, await requirePlan(tx, userId, id)), protocol, {
      today,
      now: services.now(),
    });
  });
}

type Changes = Partial<Omit<PlanRow, "id" | "userId">>;

/** Locks a plan, changes it and returns it. Throws `not-found`. */
async function changePlan(
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
    await lockUser(tx, userId); // before the plan: the change may lock a dog (docs/architecture.md, "Order of locks")
    if (!(await lockPlan(tx, userId, id))) throw new ApiError("not-found");
    const { protocol, plan } = await readPlan(services, tx, member, id);
    await updatePlan(tx, id, await change(plan, protocol, tx));
    return presentPlan(await requirePlan(tx, userId, id), protocol, {
      today,
      now: services.now(),
    });
  });
}

/** Throws `conflict` if the steps have changed since the revision that the caller saw. */
function requireRevision({ revision }: PlanRow, seen: number): void {
  if (revision !== seen) throw new ApiError("conflict");
}

const isSame = (one: SessionPosition, other: SessionPosition | undefined) =>
  one.week === other?.week && one.session === other.session;

/** Records the outcome of the next session. Throws `not-found`, `conflict`, `limit-reached`. */
const recordStepOf = (
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

/** Removes the last step. Throws `not-found`, `conflict`. */
const undoStepOf = (
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

/** Removes all steps, so that the plan starts over from the first session. Throws `not-found`, `conflict`. */
const restartPlan = (
  services: Services,
  member: Member,
  id: string,
  { revision, startedOn, weekdays }: Body<typeof restartTraining>,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, (plan) => {
    requireRevision(plan, revision);
    return { ...noTimer, steps: [], startedOn, weekdays, revision: revision + 1 };
  });

/** Saves the note on a session; an empty text deletes it. The last write wins. Throws `not-found`. */
const saveNoteOf = (
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

/** Starts, pauses or removes the timer of the next session. Throws `not-found`, `conflict`. */
const setTimerOf = (
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

/** How long a timer is still shown after its end. A paused one ends when it would have without the pause. */
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
  place: SessionPosition | undefined,
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

/** Presents a plan with its protocol, if that still exists. `today` is the member's local date. */
function presentPlan(
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
          ...(protocol.cover && { cover: protocol.cover }),
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
