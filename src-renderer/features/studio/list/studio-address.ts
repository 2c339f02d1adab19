import { stateFilters, translationFilters } from "#shared/api/studio.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { shownKinds } from "#shared/parts.ts";
import { brand, writtenLanguages } from "#renderer/platform/brand.ts";

/** Returns the filters that the address of the list names, and the function that changes some: an empty text removes one. */
export function useStudioFilter() {
  const { params, change } = useAddressParams<"kind" | "state" | "translation" | "author" | "q">();
  const known = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name));
  return {
    filter: {
      kind: known("kind", shownKinds(brand)),
      state: known("state", stateFilters),
      translation:
        writtenLanguages().length > 1 ? known("translation", translationFilters) : undefined,
      author: params.get("author") ?? undefined,
      q: params.get("q") ?? undefined,
    },
    change,
  };
}

export type StudioFilter = ReturnType<typeof useStudioFilter>["filter"];
