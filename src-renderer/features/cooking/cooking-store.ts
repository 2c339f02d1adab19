import { create } from "zustand";
import * as z from "zod/mini";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { registerStorage } from "#renderer/session/storages.ts";

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
  timers: z.array(timerSchema),
  /** Id of the user who cooks; null until one is known. */
  userId: z.nullable(z.string()),
});
type Cooking = z.infer<typeof cookingSchema>;

const empty: Cooking = { timers: [], userId: null };

function stored(): Cooking {
  try {
    return cookingSchema.parse(JSON.parse(platform.tabValues.read("cooking") ?? ""));
  } catch {
    return empty;
  }
}

/** Timers of this tab. They survive a reload and an expired session, but no logout or other user. */
export const useCooking = create<Cooking>(stored);

function followUser(): void {
  const id = useSession.getState().user?.id;
  const { userId } = useCooking.getState();
  if (id === undefined || id === userId) return;
  useCooking.setState({ ...(userId !== null && empty), userId: id });
}

useCooking.subscribe((cooking) => {
  const isEmpty = cooking.timers.length === 0;
  platform.tabValues.write("cooking", isEmpty ? null : JSON.stringify(cooking));
});
followUser();
useSession.subscribe(followUser);
registerStorage("cooking", () => useCooking.setState(empty));
