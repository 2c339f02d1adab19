import * as z from "zod/mini";
import type { TrainingPlan } from "#shared/api/training.ts";
import { platform } from "#renderer/platform/current-platform.ts";

const progressSchema = z.object({
  /** The page of field mode that was on screen last, from 0. */
  step: z.int().check(z.gte(0)),
  /** The repetitions that were counted: true for one that was right. */
  counted: z.array(z.boolean()),
});
type Progress = z.infer<typeof progressSchema>;

const storedSchema = z.record(z.string(), progressSchema);

const sessionKey = ({ id, revision }: TrainingPlan) => `${id}.${revision}`;

function readAll(): Record<string, Progress> {
  try {
    return storedSchema.parse(JSON.parse(platform.tabValues.read("fieldMode") ?? ""));
  } catch {
    return {};
  }
}

const writeAll = (all: Record<string, Progress>): void =>
  platform.tabValues.write("fieldMode", Object.keys(all).length > 0 ? JSON.stringify(all) : null);

/** Returns how far the next session of a plan came in field mode; it survives a reload and leaving field mode. */
export const readProgress = (plan: TrainingPlan): Progress =>
  readAll()[sessionKey(plan)] ?? { step: 0, counted: [] };

/** Keeps how far the next session of a plan came; the start is not kept. */
export function keepProgress(plan: TrainingPlan, changes: Partial<Progress>): void {
  const { [sessionKey(plan)]: old = { step: 0, counted: [] }, ...others } = readAll();
  const next = { ...old, ...changes };
  const isBegun = next.step > 0 || next.counted.length > 0;
  writeAll(isBegun ? { ...others, [sessionKey(plan)]: next } : others);
}

/** Forgets sessions that none of the plans is at any more: they were saved, or skipped. */
export function forgetProgress(plans: readonly TrainingPlan[]): void {
  const current = new Set(plans.map(sessionKey));
  const all = Object.entries(readAll());
  const open = all.filter(([key]) => current.has(key));
  if (open.length < all.length) writeAll(Object.fromEntries(open));
}
