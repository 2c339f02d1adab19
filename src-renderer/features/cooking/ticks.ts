import { useEffect, useState } from "react";
import type { Entry } from "#shared/api/library.ts";
import { changeItems, type EntrySetting, useShelfEntry } from "#renderer/features/reading/index.ts";

type Recipe = Pick<Entry, "kind" | "slug" | "ingredients">;
type Part = "ingredient" | "step";

/** Returns the ticks of all of the member's devices, with those made here without a connection. */
function useSharedTicks(recipe: Recipe, isLoaded: boolean): readonly string[] {
  const { data, refetch } = useShelfEntry(recipe, { enabled: isLoaded });
  useEffect(() => {
    if (!isLoaded) return undefined;
    // Somebody shopped with the phone meanwhile.
    const follow = () => {
      if (document.visibilityState === "visible") void refetch();
    };
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [isLoaded, refetch]);
  return data?.ticks ?? [];
}

/** Hook: the ticks of a recipe and the functions that change them; shared by all devices, offline ticks are sent later. */
export function useTicks(recipe: Recipe, steps: number, setting: EntrySetting) {
  const { kind, slug, ingredients = [] } = recipe;
  const shared = useSharedTicks(recipe, setting === "library");
  const [inPreview, setInPreview] = useState<readonly string[]>([]);
  const isPreview = setting === "review";
  const ticked = isPreview ? inPreview : shared;
  const change = (items: readonly string[], isKept: boolean) => {
    if (isPreview) {
      const others = ticked.filter((item) => !items.includes(item));
      setInPreview(isKept ? [...others, ...items] : others);
      return;
    }
    const at = new Date().toISOString();
    changeItems(items.map((item) => ({ type: "tick", kind, slug, item, at, isKept })));
  };
  // Those that another device may have ticked without a connection, and those of a longer version of the recipe.
  const all = new Set([
    ...ingredients.map((_, at) => `ingredient-${at}`),
    ...Array.from({ length: steps }, (_, at) => `step-${at}`),
    ...ticked,
  ]);
  return {
    isDone: (part: Part, at: number) => ticked.includes(`${part}-${at}`),
    toggle: (part: Part, at: number) => {
      const item = `${part}-${at}`;
      change([item], !ticked.includes(item));
    },
    hasAny: ticked.length > 0,
    clear: () => change([...all], false),
  };
}
export type Ticks = ReturnType<typeof useTicks>;
