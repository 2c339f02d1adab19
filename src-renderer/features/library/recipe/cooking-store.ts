import { create } from "zustand";
import * as z from "zod/mini";
import { platform } from "../../../platform/current-platform.ts";
import { useSession } from "../../../session/session-store.ts";
import { registerStorage } from "../../../session/storages.ts";

const timerSchema = z.object({
  id: z.string(),
  /** The recipe, and its step, from 1. */
  slug: z.string(),
  title: z.string(),
  step: z.int(),
  /** How long it was set for, in seconds. */
  seconds: z.number(),
  /** When it rings, in ms of the device's clock. It rings until it is removed. */
  endsAt: z.number(),
});
export type Timer = z.infer<typeof timerSchema>;

const cookingSchema = z.object({
  /** What is ticked off, by the recipe's slug: "ingredient-0", "step-3", counted from 0. */
  done: z.record(z.string(), z.array(z.string())),
  timers: z.array(timerSchema),
  /** Id of the user who cooks; null until one is known. */
  userId: z._default(z.nullable(z.string()), null),
});
type Cooking = z.infer<typeof cookingSchema>;

const empty: Cooking = { done: {}, timers: [], userId: null };

function stored(): Cooking {
  try {
    return cookingSchema.parse(JSON.parse(platform.tabValues.read("cooking") ?? ""));
  } catch {
    return empty;
  }
}

/**
 * Ticks and timers of this tab. They survive a reload and an expired session, and are cleared at logout and when another
 * user signs in.
 */
export const useCooking = create<Cooking>(stored);

function followUser(): void {
  const id = useSession.getState().user?.id;
  const { userId } = useCooking.getState();
  if (id === undefined || id === userId) return;
  useCooking.setState({ ...(userId !== null && empty), userId: id });
}

useCooking.subscribe((cooking) => {
  const isEmpty = cooking.timers.length === 0 && Object.keys(cooking.done).length === 0;
  platform.tabValues.write("cooking", isEmpty ? null : JSON.stringify(cooking));
});
followUser();
useSession.subscribe(followUser);
registerStorage("cooking", () => useCooking.setState(empty));

const nothing: readonly string[] = [];

/** Hook: whether the items of a recipe are ticked off, by their name and index, and how to tick one. */
export function useTicks(slug: string) {
  const done = useCooking((state) => state.done[slug] ?? nothing);
  return {
    isDone: (kind: "ingredient" | "step", at: number) => done.includes(`${kind}-${at}`),
    toggle: (kind: "ingredient" | "step", at: number) => {
      const item = `${kind}-${at}`;
      const others = done.filter((each) => each !== item);
      const next = others.length < done.length ? others : [...done, item];
      const { [slug]: _, ...rest } = useCooking.getState().done;
      useCooking.setState({ done: next.length > 0 ? { ...rest, [slug]: next } : rest });
    },
  };
}
export type Ticks = ReturnType<typeof useTicks>;
