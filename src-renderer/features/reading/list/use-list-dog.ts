import { heightClassOfDog, listDogs, type Dog } from "#shared/api/dogs.ts";
import { maxAgeMonths } from "#shared/api/library.ts";
import { deviceDate } from "#shared/calendar-date.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { ageInMonths } from "#shared/growth.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { rememberDog } from "#renderer/features/dogs/index.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { dogPartOf } from "../queries.ts";
import type { Suitability } from "./list-filter.ts";

/** Returns the age of a dog in months today; null if its birth date is unknown. */
export const monthsOf = ({ bornOn }: Pick<Dog, "bornOn">): number | null =>
  bornOn === null ? null : ageInMonths(bornOn, deviceDate(new Date()));

/** What the API narrows a list by: all recipes are for every dog, in other amounts. */
function suitabilityOf(dog: Dog | undefined, kind: ContentKind): Suitability {
  if (!dog || kind === "recipes") return {};
  const heightClass = isPartOn(brand, "heightClasses") ? heightClassOfDog(dog) : null;
  const months = monthsOf(dog);
  return {
    ...(heightClass && { heightClass }),
    ...(months !== null && { ageMonths: Math.min(months, maxAgeMonths) }),
  };
}

/** Returns a member's dogs, the one that the list is for (`?dog=`), and the parameters for the API. */
export function useListDog(kind: ContentKind) {
  const isMember = useIsActiveMember() && isPartOn(brand, dogPartOf(kind));
  const { params, change } = useAddressParams<"dog" | "from">();
  const { data, isPending } = useApiQuery(listDogs, { silent: true }, { enabled: isMember });
  const dogs = isMember ? (data?.items ?? []) : [];
  const wanted = params.get("dog");
  const dog = dogs.find(({ id }) => id === wanted);
  const isLoading = isMember && isPending;
  return {
    dogs,
    dog,
    isLoading,
    /** Whether the address names a dog, which may be none of the member's. */
    isWanted: isMember && wanted !== null,
    /** Whether the list has to wait, because it may be for a dog. */
    isUndecided: isLoading && wanted !== null,
    suitability: suitabilityOf(dog, kind),
    choose: (id: string) => {
      change({ dog: id, from: "" });
      if (id !== "") rememberDog(id);
    },
  };
}
