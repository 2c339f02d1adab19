import { useState } from "react";
import { useTranslation } from "react-i18next";
import { heightClassOfDog, listDogs, type Dog } from "#shared/api/dogs.ts";
import { ageInMonths, isGrown } from "#shared/growth.ts";
import { dogsPath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { rememberDog, rememberedDog } from "#renderer/features/dogs/index.ts";
import { useToday } from "#renderer/components/use-today.ts";
import { AdjustNote, ChoiceField } from "./adjust-parts.tsx";

const weightValidMonths = 3;

const noDog = "";

/** Returns the member's dogs and the `dog` to cook for, which is undefined if a weight is entered instead. */
export function useRecipeDog() {
  const { params } = useAddressParams();
  const named = params.get("dog");
  const { data } = useApiQuery(listDogs, { silent: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const dogs = data?.items ?? [];
  const first = dogs.find(({ id }) => id === named) ?? rememberedDog(dogs) ?? dogs[0];
  const dog = chosen === null ? first : dogs.find(({ id }) => id === chosen);
  return {
    dogs,
    dog,
    /** Whether `dog` is the one named in the page's address. */
    isNamed: dog !== undefined && dog.id === named,
    choose: (id: string) => {
      setChosen(id);
      if (id !== noDog) rememberDog(id);
    },
  };
}

type RecipeDog = ReturnType<typeof useRecipeDog>;

/** A field to choose a dog or "Another weight"; nothing if the member has no dogs. */
export function DogField({ dogs, dog, choose }: RecipeDog) {
  const { t } = useTranslation("cooking");
  const { number } = useFormats();
  if (dogs.length === 0) return null;
  const textOf = ({ name, weightKg }: Dog) =>
    weightKg === null
      ? t("adjust.unweighed", { name })
      : t("adjust.ownDog", { name, weight: number(weightKg) });
  return (
    <ChoiceField
      label={t("adjust.whichDog")}
      choices={[
        ...dogs.map((each) => [each.id, textOf(each)] as const),
        [noDog, t("adjust.otherWeight")],
      ]}
      chosen={dog?.id ?? noDog}
      onChange={choose}
    />
  );
}

/** Notes on a dog to cook for: its weight is missing or out of date, or the dog is still growing. */
export function DogNotes({ dog }: { dog: Dog }) {
  const { t } = useTranslation("cooking");
  const { calendarDate } = useFormats();
  const today = useToday();
  const { name, weightKg, weighedOn, bornOn } = dog;
  const isOld = weighedOn !== null && ageInMonths(weighedOn, today) >= weightValidMonths;
  const months = bornOn === null ? null : ageInMonths(bornOn, today);
  const link = <TextLink to={dogsPath}>{t("adjust.toDogs")}</TextLink>;
  return (
    <>
      {weightKg === null && (
        <AdjustNote>
          {t("adjust.noWeight", { name })} {link}
        </AdjustNote>
      )}
      {weightKg !== null && isOld && (
        <AdjustNote>
          {t("adjust.old", { name, day: calendarDate(weighedOn) })} {link}
        </AdjustNote>
      )}
      {isGrown(heightClassOfDog(dog), months) === false && (
        <AdjustNote>{t("adjust.growing", { name })}</AdjustNote>
      )}
    </>
  );
}
