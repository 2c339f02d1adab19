import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Dog } from "#shared/api/dogs.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { AdjustNote, ChoiceField, ChooseButton, type AdjustProps } from "./adjust-parts.tsx";
import {
  activityFactors,
  activityOf,
  cookedPortions,
  dailyEnergy,
  portionsADay,
  type Activity,
  type Feeding,
} from "./dog-energy.ts";

const activities = Object.keys(activityFactors) as Activity[]; // keys lose their type
const daysOffered = ["1", "2", "3", "4", "5", "6", "7", "14", "28"] as const;
type Days = (typeof daysOffered)[number];

type ByEnergyProps = AdjustProps & { kg: number | null; feeding: Feeding; dog: Dog | undefined };

/** Rounds kcal as far as an estimate is true. */
const roundEnergy = (kcal: number) => Math.round(kcal / 10) * 10;

/** Portions by the energy that the dog needs in a day. */
export function ByEnergy({ kg, feeding, dog, ...common }: ByEnergyProps) {
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
