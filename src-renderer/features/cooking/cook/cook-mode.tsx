import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { Entry } from "#shared/api/library.ts";
import { landscapePhone, StepDialog } from "#renderer/components/step-mode/step-dialog.tsx";
import type { StepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import type { ReadingPosition } from "#shared/api/shelf.ts";
import { changeItem, sendPositions } from "#renderer/features/reading/index.ts";
import { IngredientList } from "../amounts/ingredient-list.tsx";
import type { Ingredient } from "../amounts/measure.ts";
import type { Ticks } from "../ticks.ts";
import { TimerList } from "../timers/timer-list.tsx";
import { useTimers } from "../timers/timers.ts";
import { CookStep } from "./cook-step.tsx";
import type { Step } from "./steps.ts";
import { positionOfStep } from "./step-position.ts";

type Key = Pick<Entry, "kind" | "slug">;

/** Keeps a position in the recipe, or none. Without a connection it waits for one. */
function keep({ kind, slug }: Key, place: ReadingPosition | null): void {
  const at = new Date().toISOString();
  const change = { type: "place", kind, slug, at, isKept: place !== null } as const;
  changeItem({ ...change, ...(place && { place }) });
}

/** Stores the step and the scale as the position in a recipe, for all devices. Returns the function that clears it. */
function useCookPosition(
  { kind, slug }: Key,
  steps: readonly Step[],
  at: number,
  { enabled }: { enabled: boolean },
) {
  const { search } = useLocation();
  const latest = useRef({ steps, search });
  useEffect(() => void (latest.current = { steps, search }));
  useEffect(() => {
    const place = positionOfStep(latest.current.steps, at, latest.current.search);
    if (enabled && place) keep({ kind, slug }, place);
  }, [at, enabled, kind, slug]);
  // The last change is not kept waiting.
  useEffect(() => (enabled ? sendPositions : undefined), [enabled]);
  return {
    forget: () => {
      if (enabled) keep({ kind, slug }, null);
    },
  };
}

const useStyles = makeStyles({
  ingredients: { fontSize: "clamp(20px, 2.4vw, 26px)", lineHeight: 1.35 },
  timers: {
    maxHeight: "32vh",
    overflowY: "auto",
    textAlign: "start",
    [landscapePhone]: { maxHeight: "60vh" },
  },
  buttons: { display: "grid", gridTemplateColumns: "1fr 2fr", gap: "12px" },
  button: {
    minWidth: 0,
    minHeight: "64px",
    fontSize: "20px",
    [landscapePhone]: { minHeight: "56px" },
  },
});

type TurnProps = {
  address: StepAddress;
  steps: number;
  /** Called before the next step is shown. */
  onNext: () => void;
  onFinish: () => void;
};

/** The buttons that turn the pages; the last one leaves. */
function Turn({ address, steps, onNext, onFinish }: TurnProps) {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  const at = address.at ?? 0;
  const isLast = at === steps;
  const next = at === 0 ? "mode.begin" : isLast ? "mode.finish" : "mode.next";
  return (
    <div className={styles.buttons}>
      <Button
        size="large"
        className={styles.button}
        disabledFocusable={at === 0}
        onClick={() => address.go(at - 1)}
      >
        {t("mode.previous")}
      </Button>
      <Button
        appearance="primary"
        size="large"
        className={styles.button}
        onClick={() => {
          if (isLast) onFinish();
          else {
            onNext();
            address.go(at + 1);
          }
        }}
      >
        {t(next)}
      </Button>
    </div>
  );
}

type CookModeProps = {
  entry: Entry;
  steps: readonly Step[];
  ticks: Ticks;
  amount: (ingredient: Ingredient) => string;
  address: StepAddress;
  storesPosition: boolean;
};

/** A recipe step by step on the whole screen, to follow while cooking: its ingredients first. */
export function CookMode(props: CookModeProps) {
  const { entry, steps, ticks, amount, address, storesPosition } = props;
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  const timers = useTimers();
  const at = address.at ?? 0;
  const step = steps[at - 1];
  // Turned by keys and by swiping, steps are looked at.
  const tickStep = () => {
    if (step && !ticks.isDone("step", at - 1)) ticks.toggle("step", at - 1);
  };
  const place = useCookPosition(entry, steps, at, { enabled: storesPosition });
  // The recipe is cooked, and begins anew next time.
  const finish = () => {
    place.forget();
    if (ticks.hasAny) ticks.clear();
    address.close();
  };
  return (
    <StepDialog
      address={address}
      label={t("mode.label", { title: entry.title })}
      place={step ? t("mode.step", { number: at, total: steps.length }) : t("mode.ingredients")}
      texts={{ leave: t("mode.leave"), awake: t("mode.awake"), mayDim: t("mode.mayDim") }}
      lang={entry.language}
      footer={
        <>
          <div className={styles.timers}>
            <TimerList timers={timers} />
          </div>
          <Turn address={address} steps={steps.length} onNext={tickStep} onFinish={finish} />
        </>
      }
    >
      {step ? (
        <CookStep key={at} entry={entry} step={step} number={at} amount={amount} timers={timers} />
      ) : (
        <div className={styles.ingredients}>
          <IngredientList ingredients={entry.ingredients ?? []} amount={amount} ticks={ticks} />
        </div>
      )}
    </StepDialog>
  );
}
