import { Button, makeStyles } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useEffect, useLayoutEffect, useRef, type TouchEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../../../../src-shared/api/library.ts";
import { Heading } from "../../../../components/heading.tsx";
import { useOverlay } from "../../../../components/use-overlay.ts";
import { media } from "../../../../theme/tokens.ts";
import { IngredientList } from "../amounts/ingredient-list.tsx";
import type { Ingredient } from "../amounts/measure.ts";
import type { Ticks } from "../cooking-store.ts";
import { TimerList } from "../timers/timer-list.tsx";
import { useTimers } from "../timers/timers.ts";
import type { CookAddress } from "../use-cook-address.ts";
import { CookStep } from "./cook-step.tsx";
import type { Step } from "./steps.ts";
import { useWakeLock } from "./use-wake-lock.ts";

/** Black on white and white on black are the most that a screen can do; this is nearly that, in our green. */
const ground = "#070d0a";

const useStyles = makeStyles({
  surface: {
    boxSizing: "border-box",
    display: "grid",
    gridTemplateRows: "auto minmax(0, 1fr) auto",
    width: "100vw",
    height: "100dvh",
    maxWidth: "none",
    maxHeight: "none",
    margin: 0,
    padding: 0,
    border: "none",
    borderRadius: 0,
    backgroundColor: ground,
    color: "#ffffff",
    colorScheme: "dark",
  },
  header: {
    display: "flex",
    alignItems: "center",
    gap: "16px",
    padding: "12px 12px 12px 24px",
    [media.phone]: { paddingLeft: "16px" },
  },
  place: { flexGrow: 1, minWidth: 0 },
  note: { margin: 0, fontSize: "15px", lineHeight: "20px", color: "#cdd4cf" },
  body: {
    overflowY: "auto",
    overscrollBehavior: "contain",
    touchAction: "pan-y",
    display: "grid",
    alignContent: "safe center",
    justifyContent: "center",
    gridTemplateColumns: "minmax(0, 860px)",
    padding: "8px 24px 24px",
    [media.phone]: { padding: "8px 16px 16px", alignContent: "start" },
  },
  ingredients: { fontSize: "clamp(20px, 2.4vw, 26px)", lineHeight: 1.35 },
  footer: {
    display: "grid",
    gap: "12px",
    justifyItems: "center",
    padding: "12px 24px calc(16px + env(safe-area-inset-bottom))",
    [media.phone]: { padding: "12px 16px calc(12px + env(safe-area-inset-bottom))" },
  },
  timers: { width: "100%", maxWidth: "860px", maxHeight: "32vh", overflowY: "auto" },
  buttons: {
    display: "grid",
    gridTemplateColumns: "1fr 2fr",
    gap: "12px",
    width: "100%",
    maxWidth: "860px",
  },
  button: { minHeight: "64px", fontSize: "20px" },
});

/** Fingers move so far sideways, in px, for the next or the previous step. */
const swipe = 60;

/** Returns handlers that turn pages by swiping to the side. */
function useSwipe(turn: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      if (Math.abs(x) > swipe && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
      start.current = null;
    },
  };
}

/** Turns pages by the arrow keys, wherever the focus is. */
function useArrowKeys(turn: (by: 1 | -1) => void): void {
  useEffect(() => {
    const turnByKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey) return; // Alt and an arrow go back in browsers
      if (key === "ArrowRight") turn(1);
      if (key === "ArrowLeft") turn(-1);
    };
    window.addEventListener("keydown", turnByKey);
    return () => window.removeEventListener("keydown", turnByKey);
  }, [turn]);
}

/** The buttons that turn the pages; the last one leaves. */
function Turn({ address, steps }: { address: CookAddress; steps: number }) {
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
        onClick={() => (isLast ? address.close() : address.go(at + 1))}
      >
        {t(next)}
      </Button>
    </div>
  );
}

/**
 * Returns the ref of a dialog that covers the page and traps the focus. The browser's own: Fluent's is shared with
 * other pages, which would load more (docs/decisions/0024-cooking.md).
 */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return dialog;
}

/** Says whether the screen stays on. */
function ScreenNote() {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  const isAwake = useWakeLock();
  return (
    <p role="status" className={styles.note}>
      {isAwake !== null && t(isAwake ? "mode.awake" : "mode.mayDim")}
    </p>
  );
}

type CookModeProps = {
  entry: Entry;
  steps: readonly Step[];
  ticks: Ticks;
  amount: (ingredient: Ingredient) => string;
  address: CookAddress;
};

/** A recipe step by step on the whole screen, to follow while cooking: its ingredients first. */
export default function CookMode({ entry, steps, ticks, amount, address }: CookModeProps) {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  const timers = useTimers();
  const at = address.at ?? 0;
  const step = steps[at - 1];
  const turn = (by: 1 | -1) => address.go(at + by);
  const swiping = useSwipe(turn);
  useOverlay(true);
  const dialog = useModal();
  useArrowKeys(turn);
  return (
    <dialog
      ref={dialog}
      className={styles.surface}
      aria-modal="true"
      aria-label={t("mode.label", { title: entry.title })}
      onCancel={(event) => {
        event.preventDefault();
        address.close();
      }}
    >
      <div className={styles.header}>
        <div aria-live="polite" className={styles.place}>
          <Heading level={2} size="label">
            {step ? t("mode.step", { number: at, total: steps.length }) : t("mode.ingredients")}
          </Heading>
        </div>
        <Button
          appearance="subtle"
          size="large"
          icon={<DismissRegular />}
          aria-label={t("mode.leave")}
          onClick={address.close}
        />
      </div>
      <div className={styles.body} {...swiping}>
        <div lang={entry.language} aria-live="polite">
          {step ? (
            <CookStep
              key={at}
              entry={entry}
              step={step}
              number={at}
              ticks={ticks}
              timers={timers}
            />
          ) : (
            <div className={styles.ingredients}>
              <IngredientList ingredients={entry.ingredients ?? []} amount={amount} ticks={ticks} />
            </div>
          )}
        </div>
      </div>
      <div className={styles.footer}>
        <div className={styles.timers}>
          <TimerList timers={timers} />
        </div>
        <Turn address={address} steps={steps.length} />
        <ScreenNote />
      </div>
    </dialog>
  );
}
