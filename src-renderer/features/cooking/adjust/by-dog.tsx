import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import type { Dog } from "#shared/api/dogs.ts";
import {
  AdjustNote,
  AdjustSection,
  ChooseButton,
  MeasureField,
  type AdjustProps,
  ChoiceField,
} from "./adjust-parts.tsx";
import {
  assumedWeight,
  cookedPortions,
  factorByWeight,
  parseMeasure,
  usualPortions,
  weightRange,
  type Feeding,
  activityFactors,
  activityOf,
  dailyEnergy,
  portionsADay,
  type Activity,
} from "./dog-energy.ts";
import { DogField, DogNotes, useRecipeDog } from "./recipe-dog.tsx";

const activities = Object.keys(activityFactors) as Activity[]; // keys lose their type
const daysOffered = ["1", "2", "3", "4", "5", "6", "7", "14", "28"] as const;
type Days = (typeof daysOffered)[number];

type ByEnergyProps = AdjustProps & { kg: number | null; feeding: Feeding; dog: Dog | undefined };

/** Rounds kcal as far as an estimate is true. */
const roundEnergy = (kcal: number) => Math.round(kcal / 10) * 10;

/** Portions by the energy that the dog needs in a day. */
function ByEnergy({ kg, feeding, dog, ...common }: ByEnergyProps) {
  const { t } = useTranslation("cooking");
  const { number } = useFormats();
  const [activity, setActivity] = useState<Activity>(activityOf(dog));
  const [days, setDays] = useState<Days>(
    daysOffered.find((each) => Number(each) === feeding.daysAWeek) ?? "7",
  );
  const perDay = kg === null ? 0 : portionsADay(kg, activity, feeding);
  return (
    <>
      <ChoiceField
        label={t("adjust.activity")}
        choices={activities.map((id) => [id, t(`adjust.activities.${id}`)] as const)}
        chosen={activity}
        onChange={setActivity}
      />
      <ChoiceField
        label={t("adjust.days")}
        choices={daysOffered.map((each) => [each, each] as const)}
        chosen={days}
        onChange={setDays}
      />
      {kg !== null && (
        <>
          <AdjustNote>
            {t("adjust.need", {
              energy: number(roundEnergy(dailyEnergy(kg, activity))),
              share: `${number(Math.round(feeding.dayShare * 100))}%`,
              // The most that it may have: never rounded up.
              perDay: common.portionsText(Math.max(0.1, Math.floor(perDay * 10) / 10)),
            })}{" "}
            {feeding.daysAWeek < 7 && t("adjust.daysAWeek", { count: feeding.daysAWeek })}
          </AdjustNote>
          <ChooseButton {...common} portions={cookedPortions(perDay * Number(days))} />
        </>
      )}
      <AdjustNote>{t("adjust.assumed", { factor: number(activityFactors[activity]) })}</AdjustNote>
    </>
  );
}

type ByDogProps = AdjustProps & { feeding: Feeding | undefined };

/** Scales the recipe once for the dog that the address names, unless the address has portions already. */
function useScaledAtOnce(portions: number | null, onChoose: (portions: number) => void) {
  const { params } = useAddressParams();
  const isWanted = useRef(params.has("dog") && !params.has("portions"));
  useEffect(() => {
    if (!isWanted.current || portions === null) return;
    isWanted.current = false;
    onChoose(portions);
  }, [portions, onChoose]);
}

/** Scales a recipe for one of the member's dogs or a weight: by energy, or by weight if the recipe lacks it. */
export function ByDog({ feeding, ...common }: ByDogProps) {
  const { t } = useTranslation("cooking");
  const { number } = useFormats();
  const chosen = useRecipeDog();
  const { dog } = chosen;
  const [text, setText] = useState("");
  const kg = dog?.weightKg ?? parseMeasure(text, weightRange);
  const bounds = { min: number(weightRange.min), max: number(weightRange.max) };
  const byWeight = kg === null ? null : cookedPortions(common.servings * factorByWeight(kg));
  const ofDog = dog?.weightKg == null ? null : dog;
  const usual = ofDog && (feeding ? usualPortions(ofDog, feeding) : byWeight);
  useScaledAtOnce(chosen.isNamed ? usual : null, common.onChoose);
  return (
    <AdjustSection title={t("adjust.dog")}>
      <DogField {...chosen} />
      {dog && <DogNotes dog={dog} />}
      {dog?.weightKg == null && (
        <MeasureField
          label={t("adjust.weight")}
          text={text}
          error={kg === null ? t("adjust.weightError", bounds) : undefined}
          onChange={setText}
        />
      )}
      {feeding ? (
        <ByEnergy key={dog?.id} {...common} kg={kg} feeding={feeding} dog={dog} />
      ) : (
        <>
          {byWeight !== null && <ChooseButton {...common} portions={byWeight} />}
          <AdjustNote>{t("adjust.unknown", { weight: number(assumedWeight) })}</AdjustNote>
        </>
      )}
    </AdjustSection>
  );
}
