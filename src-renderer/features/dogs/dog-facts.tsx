import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Dog } from "#shared/api/dogs.ts";
import { ageInMonths } from "#shared/growth.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { today } from "./form-values.ts";

/** Age in months from which it is given in years. */
const yearsFrom = 24;

const useStyles = makeStyles({
  facts: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    gap: "4px 16px",
    margin: 0,
  },
  term: { color: tokens.colorNeutralForeground2 },
  value: { margin: 0 },
});

/** Returns a dog's age as a text: "7 months", "3 years". */
function useAge() {
  const { t } = useTranslation("dogs");
  return (bornOn: string) => {
    const months = ageInMonths(bornOn, today());
    return months < yearsFrom
      ? t("age.months", { count: months })
      : t("age.years", { count: Math.floor(months / 12) });
  };
}

/** What is known of a dog besides its heights: birth date, discipline, weight. */
export function DogFacts({ dog }: { dog: Dog }) {
  const styles = useStyles();
  const { t } = useTranslation("dogs");
  const { number, published } = useFormats();
  const age = useAge();
  const { bornOn, discipline, weightKg, weighedOn } = dog;
  const facts = [
    bornOn && [t("form.bornOn"), t("born", { on: published(bornOn), age: age(bornOn) })],
    discipline && [t("discipline"), t(`disciplines.${discipline}`)],
    weightKg !== null &&
      weighedOn && [
        t("weight"),
        t("weighed", { weight: number(weightKg), on: published(weighedOn) }),
      ],
  ].filter((fact) => Array.isArray(fact));
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term} style={{ display: "contents" }}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
