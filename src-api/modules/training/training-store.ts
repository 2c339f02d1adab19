import type { SessionPosition } from "#shared/training.ts";
import {
  and,
  asc,
  eq,
  notExists,
  sql,
  alias,
  inArray,
  isNull,
} from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { dogHeights, dogRows as dogs } from "#api/modules/dogs/module.ts";
import { trainingPlans, type PlanRow } from "./schema.ts";
import type { TrainingNote } from "#shared/api/training.ts";

/** A plan with the name of its dog, and its latest height in mm. */
export type DogPlan = { plan: PlanRow; dogName: string | null; dogHeight: number | null };

/** The latest height counts, as everywhere (docs/decisions/0023-dogs.md). */
const latestHeight = sql<number | null>`(
  select latest.height from ${dogHeights} latest where latest.dog_id = ${dogs.id}
  order by latest.measured_on desc, latest.created_at desc, latest.id desc limit 1
)`;

const ofUser = (userId: string, id: string) =>
  and(eq(trainingPlans.id, id), eq(trainingPlans.userId, userId));

const selectPlans = (database: Database) =>
  database
    .select({ plan: trainingPlans, dogName: dogs.name, dogHeight: latestHeight })
    .from(trainingPlans)
    .leftJoin(dogs, eq(dogs.id, trainingPlans.dogId));

export const listPlans = (database: Database, userId: string): Promise<DogPlan[]> =>
  selectPlans(database)
    .where(eq(trainingPlans.userId, userId))
    .orderBy(asc(trainingPlans.createdAt), asc(trainingPlans.id));

/** Returns a plan of the user; undefined when it does not exist or is another user's. */
export async function findPlan(
  database: Database,
  userId: string,
  id: string,
): Promise<DogPlan | undefined> {
  const [found] = await selectPlans(database).where(ofUser(userId, id));
  return found;
}

/** Makes other changes of the plan wait. Returns false when it does not exist or is another user's. */
export async function lockPlan(tx: Database, userId: string, id: string): Promise<boolean> {
  const locked = await tx
    .select({ id: trainingPlans.id })
    .from(trainingPlans)
    .where(ofUser(userId, id))
    .for("update");
  return locked.length > 0;
}

export const countPlans = (database: Database, dogId: string): Promise<number> =>
  database.$count(trainingPlans, eq(trainingPlans.dogId, dogId));

export const isFollowedWith = async (tx: Database, slug: string, dogId: string): Promise<boolean> =>
  (await tx.$count(
    trainingPlans,
    and(eq(trainingPlans.slug, slug), eq(trainingPlans.dogId, dogId)),
  )) > 0;

/** Stores a plan. Returns false when the user follows the protocol with this dog already. */
export async function insertPlan(tx: Database, plan: PlanRow): Promise<boolean> {
  const inserted = await tx
    .insert(trainingPlans)
    .values(plan)
    .onConflictDoNothing()
    .returning({ id: trainingPlans.id });
  return inserted.length > 0;
}

export async function updatePlan(
  tx: Database,
  id: string,
  changes: Partial<Omit<PlanRow, "id" | "userId">>,
): Promise<void> {
  await tx.update(trainingPlans).set(changes).where(eq(trainingPlans.id, id));
}

export async function removePlan(database: Database, userId: string, id: string): Promise<boolean> {
  const removed = await database
    .delete(trainingPlans)
    .where(ofUser(userId, id))
    .returning({ id: trainingPlans.id });
  return removed.length > 0;
}

export const exportPlans = (database: Database, userId: string) =>
  database
    .select({
      slug: trainingPlans.slug,
      dog: dogs.name,
      startedOn: trainingPlans.startedOn,
      weekdays: trainingPlans.weekdays,
      steps: trainingPlans.steps,
      notes: trainingPlans.notes,
      createdAt: trainingPlans.createdAt,
    })
    .from(trainingPlans)
    .leftJoin(dogs, eq(dogs.id, trainingPlans.dogId))
    .where(eq(trainingPlans.userId, userId))
    .orderBy(asc(trainingPlans.createdAt));

/** Has plans follow a protocol to its new address. Plans of another one that was there before stay where they are. */
export async function movePlans(database: Database, from: string, to: string): Promise<void> {
  const plan = trainingPlans;
  const other = alias(plan, "other");
  const isFollowed = database
    .select({ id: other.id })
    .from(other)
    .where(
      sql`${other.slug} = ${to} and ${other.userId} = ${plan.userId} and ${other.dogId} is not distinct from ${plan.dogId}`,
    );
  await database
    .update(plan)
    .set({ slug: to })
    .where(and(eq(plan.slug, from), notExists(isFollowed)));
}

/** Has the steps and notes of all plans of a protocol follow its sessions to other positions. */
export async function moveSteps(
  database: Database,
  slug: string,
  positionAfter: (place: SessionPosition) => SessionPosition,
): Promise<void> {
  const plans = await database
    .select({ id: trainingPlans.id, steps: trainingPlans.steps, notes: trainingPlans.notes })
    .from(trainingPlans)
    .where(eq(trainingPlans.slug, slug))
    .for("update");
  for (const { id, steps, notes } of plans) {
    await database
      .update(trainingPlans)
      .set({
        steps: steps.map((step) => ({
          ...step,
          ...positionAfter(step),
          ...(step.to && { to: positionAfter(step.to) }),
        })),
        notes: notes.map((note) => ({ ...note, ...positionAfter(note) })),
        // Whoever still has the former positions on screen does not record a step for another session.
        revision: sql`${trainingPlans.revision} + 1`,
      })
      .where(eq(trainingPlans.id, id));
  }
}

/** Orders plans: the one that was trained last first; of untrained ones the one that was made last. */
function byLastTraining(one: PlanRow, other: PlanRow): number {
  const trained = ({ steps }: PlanRow) => steps.at(-1)?.on ?? "";
  return (
    trained(other).localeCompare(trained(one)) ||
    other.createdAt.getTime() - one.createdAt.getTime()
  );
}

/** Returns the notes of several plans: of two on the same session that of the first plan. */
function joinNotes(plans: readonly PlanRow[]): TrainingNote[] {
  const notes = new Map<string, TrainingNote>();
  for (const note of plans.flatMap((plan) => plan.notes)) {
    const key = `${note.week}/${note.session}`;
    if (!notes.has(key)) notes.set(key, note);
  }
  return [...notes.values()];
}

/** Makes room for merged plans: the one that was trained last stays, with all notes. Those with a dog move. */
export async function mergePlans(
  database: Database,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  const rows = await database
    .select()
    .from(trainingPlans)
    .where(and(inArray(trainingPlans.userId, [...from, to]), isNull(trainingPlans.dogId)))
    .for("update");
  for (const plans of Map.groupBy(rows, ({ slug }) => slug).values()) {
    const [remaining, ...others] = plans.toSorted(byLastTraining);
    if (!remaining || others.length === 0) continue;
    const ids = others.map(({ id }) => id);
    await database.delete(trainingPlans).where(inArray(trainingPlans.id, ids));
    await database
      .update(trainingPlans)
      .set({ notes: joinNotes([remaining, ...others]) })
      .where(eq(trainingPlans.id, remaining.id));
  }
}
