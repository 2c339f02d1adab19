import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular, SubtractRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { media } from "../../../theme/tokens.ts";

const servingsRange = { min: 1, max: 99 } as const;

const useStyles = makeStyles({
  stepper: { display: "flex", alignItems: "center", gap: "8px" },
  button: { minWidth: "44px", minHeight: "44px", [media.print]: { display: "none" } },
  value: {
    margin: 0,
    minWidth: "112px",
    textAlign: "center",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
    [media.print]: { textAlign: "left" },
  },
});

type ServingsStepperProps = { servings: number; onChange: (servings: number) => void };

/** Buttons that change the number of servings. */
export function ServingsStepper({ servings, onChange }: ServingsStepperProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <div role="group" aria-label={t("recipe.servings")} className={styles.stepper}>
      <Button
        icon={<SubtractRegular />}
        className={styles.button}
        aria-label={t("recipe.fewer")}
        disabledFocusable={servings <= servingsRange.min}
        onClick={() => onChange(Math.max(servingsRange.min, servings - 1))}
      />
      <p role="status" className={styles.value}>
        {t("servings", { count: servings })}
      </p>
      <Button
        icon={<AddRegular />}
        className={styles.button}
        aria-label={t("recipe.moreServings")}
        disabledFocusable={servings >= servingsRange.max}
        onClick={() => onChange(Math.min(servingsRange.max, servings + 1))}
      />
    </div>
  );
}
