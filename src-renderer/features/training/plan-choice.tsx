import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  choice: { display: "flex", flexWrap: "wrap", gap: "8px", marginBottom: "20px" },
  plan: {
    minHeight: "44px",
    padding: "6px 16px",
    border: "none",
    borderRadius: tokens.borderRadiusCircular,
    font: "inherit",
    fontSize: "15px",
    textAlign: "left",
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    cursor: "pointer",
    ":hover": { color: tokens.colorNeutralForeground1 },
  },
  chosen: {
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    boxShadow: `inset 0 0 0 2px ${tokens.colorAccent}`,
  },
});

type PlanChoiceProps = {
  plans: readonly TrainingPlan[];
  chosen: string;
  today: string;
  onChoose: (id: string) => void;
};

/** Buttons to choose one of several plans: dog, protocol, and whether it has a session today. */
export function PlanChoice({ plans, chosen, today, onChoose }: PlanChoiceProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  return (
    <div role="group" aria-label={t("choice.label")} className={styles.choice}>
      {plans.map(({ id, dog, protocol, next }) => {
        const title = protocol?.title ?? t("gone.title");
        const name = dog ? t("choice.withDog", { dog: dog.name, title }) : title;
        const isDue = next !== null && next.dueOn <= today;
        return (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen}
            className={mergeClasses(styles.plan, id === chosen && styles.chosen)}
            onClick={() => onChoose(id)}
          >
            {isDue ? t("choice.due", { name }) : name}
          </button>
        );
      })}
    </div>
  );
}
