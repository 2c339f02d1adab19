import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#renderer/i18n/formats.ts";
import type { Entry } from "#shared/api/library.ts";
import {
  AdjustNote,
  AdjustSection,
  ChoiceField,
  ChooseButton,
  MeasureField,
  type AdjustProps,
} from "./adjust-parts.tsx";
import { parseMeasure } from "./dog-energy.ts";

/** Inner size in cm. */
type Tin = NonNullable<Entry["tin"]>;

const tinShapes = ["round", "square", "rectangle"] as const;
type TinShape = (typeof tinShapes)[number];

/** Plausible sides and diameters in cm; others are rejected. */
const sideRange = { min: 5, max: 100 } as const;

export function shapeOf(tin: Tin): TinShape {
  if ("diameter" in tin) return "round";
  return tin.length === tin.width ? "square" : "rectangle";
}

const area = (tin: Tin): number =>
  "diameter" in tin ? Math.PI * (tin.diameter / 2) ** 2 : tin.length * tin.width;

/** Returns the factor that scales a recipe from one tin to another, so that it is equally deep in both. */
export const factorOfTins = (from: Tin, to: Tin): number => area(to) / area(from);

/** The measures to enter for each shape, as text keys of their labels. */
const sidesOf = {
  round: ["diameter"],
  square: ["side"],
  rectangle: ["length", "width"],
} as const satisfies Record<TinShape, readonly string[]>;

/** Returns the tin that the user entered; null while a side that the shape needs is missing or out of range. */
function tinOf(shape: TinShape, texts: readonly [string, string]): Tin | null {
  const [first, second] = texts.map((text) => parseMeasure(text, sideRange));
  if (first == null) return null;
  if (shape === "round") return { diameter: first };
  if (shape === "square") return { length: first, width: first };
  return second == null ? null : { length: first, width: second };
}

type ByTinProps = AdjustProps & { tin: Tin };

/** Scales a recipe from the tin that it names to another one, by their areas. */
export function ByTin({ tin, ...common }: ByTinProps) {
  const { t } = useTranslation("cooking");
  const { number } = useFormats();
  const [shape, setShape] = useState(shapeOf(tin));
  const [texts, setTexts] = useState<readonly [string, string]>(["", ""]);
  const own = tinOf(shape, texts);
  const factor = own && factorOfTins(tin, own);
  const portions =
    factor === null ? 0 : Math.max(0.5, Math.round(factor * common.servings * 10) / 10);
  const bounds = { min: number(sideRange.min), max: number(sideRange.max) };
  const errorOf = (text: string) =>
    parseMeasure(text, sideRange) === null ? t("adjust.sideError", bounds) : undefined;
  const recipeTin =
    "diameter" in tin
      ? t("adjust.tinRound", { diameter: number(tin.diameter) })
      : t("adjust.tinSides", { length: number(tin.length), width: number(tin.width) });
  return (
    <AdjustSection title={t("adjust.tin")}>
      <AdjustNote>{t("adjust.recipeTin", { tin: recipeTin })}</AdjustNote>
      <ChoiceField
        label={t("adjust.shape")}
        choices={tinShapes.map((id) => [id, t(`adjust.shapes.${id}`)] as const)}
        chosen={shape}
        onChange={setShape}
      />
      {sidesOf[shape].map((side, at) => (
        <MeasureField
          key={side}
          label={t(`adjust.${side}`)}
          text={texts[at] ?? ""}
          error={errorOf(texts[at] ?? "")}
          onChange={(text) => setTexts(at === 0 ? [text, texts[1]] : [texts[0], text])}
        />
      ))}
      {factor !== null && (
        <>
          <AdjustNote>
            {t("adjust.area", { factor: number(Math.round(factor * 100) / 100) })}
          </AdjustNote>
          <ChooseButton {...common} portions={portions} />
        </>
      )}
    </AdjustSection>
  );
}
