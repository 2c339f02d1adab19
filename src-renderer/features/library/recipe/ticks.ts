import { useEffect } from "react";
import type { ShelfChange } from "../../../../src-shared/api/shelf-changes.ts";
import type { Entry } from "../../../../src-shared/api/library.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import type { EntrySetting } from "../kinds.ts";
import { shelfEntryQuery } from "../queries.ts";
import { changeItems, onSettled } from "../shelf/follow/changes.ts";
import { setTicks, useCooking, type Tick } from "./cooking-store.ts";

type Recipe = Pick<Entry, "kind" | "slug" | "ingredients">;
type Part = "ingredient" | "step";

/** Takes ticks out of this tab once the server has answered, unless they changed meanwhile. */
function forgetSettled(settled: readonly ShelfChange[]): void {
  for (const { type, slug, item, at } of settled) {
    if (type !== "tick") continue;
    setTicks(slug, (ticks) => ticks.filter((tick) => tick.item !== item || tick.at !== at));
  }
}

/** Sends ticks to the member's other devices. */
function share({ kind, slug }: Recipe, ticks: readonly Tick[]): void {
  if (ticks.length === 0) return;
  onSettled(forgetSettled);
  changeItems(ticks.map((tick) => ({ type: "tick", kind, slug, ...tick })));
}

const none: readonly Tick[] = [];

/** Returns what is ticked off on all devices of the member, as far as the server knows; nothing if not shared. */
function useSharedTicks({ kind, slug }: Recipe, isShared: boolean): readonly string[] {
  const { data, refetch } = useApiQuery(...shelfEntryQuery(kind, slug), { enabled: isShared });
  useEffect(() => {
    if (!isShared) return undefined;
    // Somebody shopped with the phone meanwhile.
    const follow = () => {
      if (document.visibilityState === "visible") void refetch();
    };
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [isShared, refetch]);
  return (isShared && data?.ticks) || [];
}

/**
 * Hook: what is ticked off in a recipe of so many steps, and what changes it. In the library the ticks are the same on all
 * devices; those made in a kept recipe are sent once it is opened in the library, those of a preview never.
 */
export function useTicks(recipe: Recipe, steps: number, setting: EntrySetting) {
  const { kind, slug, ingredients = [] } = recipe;
  const isShared = setting === "library";
  const key = setting === "review" ? `review/${slug}` : slug;
  const own = useCooking(({ ticks }) => ticks[key] ?? none);
  const shared = useSharedTicks(recipe, isShared);
  useEffect(() => {
    if (isShared) share({ kind, slug }, useCooking.getState().ticks[slug] ?? none);
  }, [isShared, kind, slug]);

  const isTicked = (item: string) =>
    own.find((tick) => tick.item === item)?.isKept ?? shared.includes(item);
  const change = (items: readonly string[], isKept: boolean) => {
    const at = new Date().toISOString();
    const changes = items.map((item) => ({ item, at, isKept }));
    setTicks(key, (ticks) => [...ticks.filter(({ item }) => !items.includes(item)), ...changes]);
    if (isShared) share(recipe, changes);
  };
  // Those that another device may have ticked without a connection, and those of a longer version of the recipe.
  const all = new Set([
    ...ingredients.map((_, at) => `ingredient-${at}`),
    ...Array.from({ length: steps }, (_, at) => `step-${at}`),
    ...shared,
    ...own.map(({ item }) => item),
  ]);
  return {
    isDone: (part: Part, at: number) => isTicked(`${part}-${at}`),
    toggle: (part: Part, at: number) => {
      const item = `${part}-${at}`;
      change([item], !isTicked(item));
    },
    hasAny: [...all].some(isTicked),
    clear: () => change([...all], false),
  };
}
export type Ticks = ReturnType<typeof useTicks>;
