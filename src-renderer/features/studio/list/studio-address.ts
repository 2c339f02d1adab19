import { studioStates, translationFilters } from "#shared/api/studio.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";

/** What the list can be narrowed to by state: also what is changed, or marked as ready. */
export const stateFilters = [...studioStates, "changed", "ready"] as const;

/** Returns the filters that the address of the list names, and the function that changes some: an empty text removes one. */
export function useStudioFilter() {
  const { params, change } = useAddressParams<"kind" | "state" | "translation" | "author" | "q">();
  const known = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name));
  return {
    filter: {
      kind: known("kind", contentKinds),
      state: known("state", stateFilters),
      translation: known("translation", translationFilters),
      author: params.get("author") ?? undefined,
      q: params.get("q") ?? undefined,
    },
    change,
  };
}

export type StudioFilter = ReturnType<typeof useStudioFilter>["filter"];
