import { Field, Radio, RadioGroup } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { type OptionalWay, wayNames } from "#shared/ways-to-pay.ts";

type RenewalChoiceProps = {
  /** Ways to pay that only a year without renewal can be paid by. */
  onceBy: readonly OptionalWay[];
  isOnce: boolean;
  onChange: (isOnce: boolean) => void;
};

/** The choice whether a year renews, or is paid once: some ways to pay cannot renew. */
export function RenewalChoice({ onceBy, isOnce, onChange }: RenewalChoiceProps) {
  const { t } = useTranslation("checkout");
  const ways = [...onceBy.map((way) => wayNames[way]), t("once.card")].join(", ");
  return (
    <Field label={t("once.label")}>
      <RadioGroup
        value={isOnce ? "once" : "renews"}
        onChange={(_, { value }) => onChange(value === "once")}
      >
        <Radio value="renews" label={t("once.renews")} />
        <Radio value="once" label={t("once.once", { ways })} />
      </RadioGroup>
    </Field>
  );
}
