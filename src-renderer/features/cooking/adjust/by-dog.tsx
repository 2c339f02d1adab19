import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import {
  AdjustNote,
  AdjustSection,
  ChooseButton,
  MeasureField,
  type AdjustProps,
} from "./adjust-parts.tsx";
import { ByEnergy } from "./by-energy.tsx";
import {
  assumedWeight,
  cookedPortions,
  factorByWeight,
  parseMeasure,
  usualPortions,
  weightRange,
  type Feeding,
} from "./dog-energy.ts";
import { DogField, DogNotes, useRecipeDog } from "./recipe-dog.tsx";

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

/**
 * Scales a recipe for one of the member's dogs, or a dog of a weight: by the share of the energy of its day that the
 * recipe may give, or by its weight alone if the recipe does not say how much energy it has.
 */
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
