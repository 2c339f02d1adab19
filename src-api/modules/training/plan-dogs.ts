import type { TrainingPlan } from "#shared/api/training.ts";
import { ApiError } from "../../infra/api-error.ts";
import type { Portal } from "../../portal.ts";
import { requireDog, requireLockedDog } from "../dogs/module.ts";
import { changePlan, type Member, type Services } from "./plans.ts";
import { countPlans, isFollowedWith } from "./training-store.ts";

/** Gives a plan without a dog one of the user's dogs. Throws `not-found`, `conflict`. */
export const setDogOf = (
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
export async function countPlansOfDog(
  { database }: Pick<Portal, "database">,
  userId: string,
  dogId: string,
): Promise<{ plans: number }> {
  await requireDog(database, userId, dogId);
  return { plans: await countPlans(database, dogId) };
}
