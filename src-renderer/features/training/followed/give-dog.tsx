import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { setTrainingDog, type TrainingPlan } from "#shared/api/training.ts";
import { dogsPath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { changePlan } from "../plan-changes.ts";
import { DogField } from "./start-fields.tsx";

const useStyles = makeStyles({
  line: { display: "flex", flexWrap: "wrap", alignItems: "end", gap: "8px 12px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type GiveDogProps = {
  plan: TrainingPlan;
  /** The dogs that the protocol is not followed with. */
  dogs: readonly { id: string; name: string }[];
  today: string;
};

/** Gives a plan that was started without a dog one of the user's dogs, or leads to where one is added. */
export function GiveDog({ plan, dogs, today }: GiveDogProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const [chosen, choose] = useState<string | null>(null);
  const dogId = dogs.find(({ id }) => id === chosen)?.id ?? dogs[0]?.id;
  const { busy, run } = useMutation(async () => {
    if (dogId === undefined) return null;
    const params = { id: plan.id };
    const { error } = await changePlan(setTrainingDog, { params, body: { today, dogId } });
    return error;
  });
  if (dogId === undefined) {
    return (
      <p className={styles.text}>
        {t("dog.none")} <TextLink to={dogsPath}>{t("dog.add")}</TextLink>
      </p>
    );
  }
  return (
    <div className={styles.line}>
      <DogField dogs={dogs} value={dogId} onChange={choose} />
      <Button size="large" disabledFocusable={busy} onClick={() => void run()}>
        {t("dog.give")}
      </Button>
    </div>
  );
}
