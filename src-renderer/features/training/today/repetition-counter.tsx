import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowUndoRegular, CheckmarkRegular, DismissRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import { lying } from "#renderer/components/step-mode/step-dialog.tsx";
import { createDraft } from "#renderer/session/draft.ts";

/** The repetitions of the session that is being counted, by plan and revision: true for one that was right. */
const draft = createDraft<Readonly<Record<string, readonly boolean[]>>>({}, (written) => written);

/** How long the device vibrates, in ms; a second number is a pause. */
const vibrations = { right: [40], notRight: [40, 80, 40] } as const;

/** Counts repetitions of a session while it is trained; leaving field mode keeps them. With `of` 0 none are counted. */
export function useRepetitions({ id, revision }: TrainingPlan, of: number) {
  const key = `${id}.${revision}`;
  const [counted, setCounted] = useState(draft.read()[key] ?? []);
  const keep = (next: readonly boolean[]) => {
    setCounted(next);
    draft.keep(next.length > 0 ? { [key]: next } : {});
  };
  const right = counted.filter((isRight) => isRight).length;
  return {
    of,
    right,
    notRight: counted.length - right,
    isCounted: of > 0 && counted.length >= of,
    add: (isRight: boolean) => {
      if (counted.length >= of) return;
      navigator.vibrate?.([...vibrations[isRight ? "right" : "notRight"]]);
      keep([...counted, isRight]);
    },
    takeBack: () => keep(counted.slice(0, -1)),
    clear: () => keep([]),
  };
}
export type Repetitions = ReturnType<typeof useRepetitions>;

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) 64px",
    gap: "8px 12px",
  },
  count: {
    minWidth: 0,
    minHeight: "80px",
    padding: "4px 8px",
    fontSize: "20px",
    [lying]: { minHeight: "64px" },
  },
  undo: { minWidth: 0, maxWidth: "none", minHeight: "80px", [lying]: { minHeight: "64px" } },
  sum: { gridColumn: "1 / -1", margin: 0, fontSize: "20px", fontVariantNumeric: "tabular-nums" },
});

/** Two large buttons that count repetitions, right or not, and one that takes the last back. */
export function RepetitionCounter({ repetitions }: { repetitions: Repetitions }) {
  const styles = useStyles();
  const { t } = useTranslation("field");
  const { of, right, notRight, isCounted, add, takeBack } = repetitions;
  return (
    <div role="group" aria-label={t("counter.label")} className={styles.root}>
      <p aria-live="polite" className={styles.sum}>
        {t("counter.sum", { right, counted: right + notRight, of })}
      </p>
      <Button
        className={styles.count}
        icon={<DismissRegular />}
        disabledFocusable={isCounted}
        onClick={() => add(false)}
      >
        {t("counter.notRight")}
      </Button>
      <Button
        appearance="primary"
        className={styles.count}
        icon={<CheckmarkRegular />}
        disabledFocusable={isCounted}
        onClick={() => add(true)}
      >
        {t("counter.right")}
      </Button>
      <Button
        className={styles.undo}
        icon={<ArrowUndoRegular />}
        aria-label={t("counter.undo")}
        disabledFocusable={right + notRight === 0}
        onClick={takeBack}
      />
    </div>
  );
}
