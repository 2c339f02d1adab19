import type { TrainingNote } from "#shared/api/training.ts";
import { and, eq, inArray, isNull } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { trainingPlans, type PlanRow } from "./schema.ts";

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
    const [kept, ...others] = plans.toSorted(byLastTraining);
    if (!kept || others.length === 0) continue;
    const ids = others.map(({ id }) => id);
    await database.delete(trainingPlans).where(inArray(trainingPlans.id, ids));
    await database
      .update(trainingPlans)
      .set({ notes: joinNotes([kept, ...others]) })
      .where(eq(trainingPlans.id, kept.id));
  }
}
