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
} from "#shared/api/training.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import {
  listTrainingOf,
  recordStepOf,
  restartPlan,
  saveNoteOf,
  setTimerOf,
  startPlan,
  undoStepOf,
  type Member,
  changePlan,
  type Services,
} from "./plans.ts";
import { removePlan, countPlans, isFollowedWith } from "./training-store.ts";
import type { Portal } from "#api/portal.ts";
import { requireDog, requireLockedDog } from "#api/modules/dogs/module.ts";

/** Gives a plan without a dog one of the user's dogs. Throws `not-found`, `conflict`. */
const setDogOf = (
  services: Services,
  member: Member,
  id: string,
  dogId: string,
): Promise<TrainingPlan> =>
  changePlan(services, member, id, async (plan, _, tx) => {
    // While the dog is locked, nobody can start the protocol with it.
    await requireLockedDog(tx, member.userId, dogId);
    if (plan.dogId !== null || (await isFollowedWith(tx, plan.slug, dogId))) {
      throw new ApiError("conflict");
    }
    return { dogId };
  });

/** Counts the plans of a dog, which go when it is deleted. Throws `not-found`. */
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

/** Serves the protocols that a member follows; those of others are not found. */
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
