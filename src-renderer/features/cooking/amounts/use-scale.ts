import { useTranslation } from "react-i18next";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import {
  kitchenNumber,
  measure,
  quantityText,
  type Ingredient,
  type UnitSystem,
} from "./measure.ts";

/** Portions that can be cooked at a time. */
const range = { min: 0.5, max: 999 } as const;

const isInRange = (portions: number) => portions >= range.min && portions <= range.max;

/** Returns how the recipe is scaled, from the address: `?portions=7&units=us`. No new entry in the history. */
export function useScale(servings: number) {
  const { params, change } = useAddressParams<"portions" | "units">();
  const wanted = Number(params.get("portions") ?? Number.NaN);
  const portions = isInRange(wanted) ? wanted : servings;
  const system: UnitSystem = params.get("units") === "us" ? "us" : "metric";
  return {
    portions,
    factor: portions / servings,
    system,
    setPortions: (next: number) => {
      const rounded = Math.round(Math.min(range.max, Math.max(range.min, next)) * 100) / 100;
      change({ portions: rounded === servings ? "" : String(rounded) });
    },
    setSystem: (next: UnitSystem) => change({ units: next === "us" ? "us" : "" }),
  };
}
export type Scale = ReturnType<typeof useScale>;

/** In English the plural form of a fraction is that of one, unlike in Polish: "½ cup", but "0.8 cups". */
const countOf = (value: number, text: string, language: string) =>
  language === "en" && value < 1 && text.length === 1 ? 1 : value;

/** Returns functions that write amounts and portions in the interface's language. */
export function useAmounts({ factor, system }: Pick<Scale, "factor" | "system">) {
  const { t, i18n } = useTranslation("recipe");
  const { number } = useFormats();
  return {
    amount: (ingredient: Ingredient) =>
      measure(ingredient, factor, system)
        .map((part) => {
          const quantity = quantityText(part, number);
          const count = countOf(part.quantity, quantity, i18n.language);
          return t(`unit.${part.unit}`, { count, quantity });
        })
        .join(" "),
    portions: (value: number) => {
      const amount = kitchenNumber(value, number);
      return t("portions", { count: countOf(value, amount, i18n.language), amount });
    },
  };
}
