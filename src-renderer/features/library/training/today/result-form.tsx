import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { StepOutcome } from "../../../../../src-shared/api/training.ts";
import { counted } from "../../../../../src-shared/training.ts";
import { Heading } from "../../../../components/heading.tsx";
import { tokens } from "../../../../theme/tokens.ts";

const useStyles = makeStyles({
  form: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "12px" },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  counts: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(48px, 1fr))",
    gap: "8px",
    maxWidth: "640px",
  },
  count: { minWidth: "44px", minHeight: "48px", fontVariantNumeric: "tabular-nums" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

const counts = Array.from({ length: counted.repetitions + 1 }, (_, count) => count);

type ResultFormProps = {
  busy: boolean;
  onOutcome: (outcome: StepOutcome) => void;
  onCancel: () => void;
};

/** Asks how many of ten repetitions were right, which decides what the next session is. */
export function ResultForm({ busy, onOutcome, onCancel }: ResultFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const question = useRef<HTMLHeadingElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div role="group" aria-labelledby="training-result" className={styles.form}>
      <Heading level={3} size="label" id="training-result" ref={question}>
        {t("result.question")}
      </Heading>
      <p className={styles.hint}>{t("result.hint")}</p>
      <div className={styles.counts}>
        {counts.map((right) => (
          <Button
            key={right}
            size="large"
            className={styles.count}
            aria-label={t("result.of", { right })}
            disabledFocusable={busy}
            onClick={() => onOutcome({ result: "counted", right })}
          >
            {right}
          </Button>
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          className={styles.button}
          disabledFocusable={busy}
          onClick={() => onOutcome({ result: "again" })}
        >
          {t("result.again")}
        </Button>
        <Button appearance="subtle" className={styles.button} onClick={onCancel}>
          {t("result.cancel")}
        </Button>
      </div>
    </div>
  );
}
