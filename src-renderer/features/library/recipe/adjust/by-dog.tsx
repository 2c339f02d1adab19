import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../../../../src-shared/api/library.ts";
import { useFormats } from "../../../../i18n/formats.ts";
import {
  AdjustNote,
  AdjustSection,
  ChoiceField,
  ChooseButton,
  MeasureField,
  type AdjustProps,
} from "./adjust-parts.tsx";
import {
  activityFactors,
  assumedWeight,
  cookedPortions,
  dailyEnergy,
  factorByWeight,
  parseMeasure,
  portionsADay,
  weightRange,
  type Activity,
} from "./dog-energy.ts";

const activities = Object.keys(activityFactors) as Activity[]; // keys lose their type
const daysOffered = ["1", "2", "3", "4", "5", "6", "7", "14", "28"] as const;
type Days = (typeof daysOffered)[number];

type Feeding = NonNullable<Entry["feeding"]>;
type ByEnergyProps = AdjustProps & { kg: number | null; feeding: Feeding };

/** Rounds kcal as far as an estimate is true. */
const roundEnergy = (kcal: number) => Math.round(kcal / 10) * 10;

/** Portions by the energy that the dog needs in a day. */
function ByEnergy({ kg, feeding, ...common }: ByEnergyProps) {
  const { t } = useTranslation("cooking");
  const { number } = useFormats();
  const [activity, setActivity] = useState<Activity>("everyday");
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
              perDay: common.portionsText(Math.max(0.1, Math.round(perDay * 10) / 10)),
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

type ByDogProps = AdjustProps & { feeding: Feeding | undefined; weight?: number | undefined };

/**
 * Scales a recipe for a dog of a weight: by the share of the energy of its day that the recipe may give, or by
 * its weight alone if the recipe does not say how much energy it has.
 */
export function ByDog({ feeding, weight, ...common }: ByDogProps) {
  const { t } = useTranslation("cooking");
  const { number } = useFormats();
  const [text, setText] = useState(weight === undefined ? "" : number(weight));
  const kg = parseMeasure(text, weightRange);
  const bounds = { min: number(weightRange.min), max: number(weightRange.max) };
  return (
    <AdjustSection title={t("adjust.dog")}>
      <MeasureField
        label={t("adjust.weight")}
        text={text}
        error={kg === null ? t("adjust.weightError", bounds) : undefined}
        onChange={setText}
      />
      {feeding ? (
        <ByEnergy {...common} kg={kg} feeding={feeding} />
      ) : (
        <>
          {kg !== null && (
            <ChooseButton
              {...common}
              portions={cookedPortions(common.servings * factorByWeight(kg))}
            />
          )}
          <AdjustNote>{t("adjust.unknown", { weight: number(assumedWeight) })}</AdjustNote>
        </>
      )}
    </AdjustSection>
  );
}
