import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useLayoutEffect, useRef, type ReactNode, type TouchEvent } from "react";
import { tokens } from "#renderer/theme/tokens.ts";
import { Heading } from "../heading.tsx";
import type { StepAddress } from "./use-step-address.ts";
import { useWakeLock } from "./use-wake-lock.ts";

/** Black on white and white on black are the most that a screen can do; this is nearly that, in our green. */
const ground = "#070d0a";

/** A phone on its side, where buttons below the text would leave no room for it. */
export const landscapePhone =
  "@media (min-width: 560px) and (max-height: 640px) and (orientation: landscape)";
const phone = "@media (max-width: 559px), (max-width: 640px) and (orientation: portrait)";

const useStyles = makeStyles({
  surface: {
    boxSizing: "border-box",
    display: "grid",
    // Where a screen is too small for everything, the page keeps some lines and the dialog scrolls.
    gridTemplateRows: "auto minmax(160px, 1fr) auto",
    gridTemplateColumns: "minmax(0, 1fr)",
    overflowY: "auto",
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
    [landscapePhone]: {
      // The header spans both columns, so that its last button is in the corner.
      gridTemplateRows: "auto minmax(0, 1fr)",
      gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
      paddingLeft: "env(safe-area-inset-left)",
      paddingRight: "env(safe-area-inset-right)",
    },
  },
  header: {
    display: "flex",
    alignItems: "center",
    gap: "16px",
    padding: "12px 12px 12px 24px",
    [phone]: { gap: "8px", padding: "8px 8px 8px 16px" },
    [landscapePhone]: { gridColumn: "1 / -1", gap: "8px", padding: "4px 8px 4px 16px" },
  },
  // Black on white, for bright sunlight.
  light: { backgroundColor: "#ffffff", color: "#000000", colorScheme: "light" },
  leave: { flexShrink: 0, minWidth: "48px", minHeight: "48px" },
  place: { flexGrow: 1, minWidth: 0 },
  note: { margin: 0, fontSize: "15px", lineHeight: "20px", color: tokens.colorNeutralForeground2 },
  body: {
    overflowY: "auto",
    // The text fades out where it continues below, so that no line looks cut off.
    maskImage: "linear-gradient(to bottom, #000 calc(100% - 24px), transparent)",
    overscrollBehavior: "contain",
    touchAction: "pan-y",
    display: "grid",
    alignContent: "safe center",
    justifyContent: "center",
    gridTemplateColumns: "minmax(0, 860px)",
    padding: "8px 24px 24px",
    [phone]: { padding: "8px 16px 24px", alignContent: "start" },
    [landscapePhone]: { padding: "0 16px 24px", alignContent: "start" },
  },
  footer: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 860px)",
    justifyContent: "center",
    gap: "12px",
    padding: "12px 24px calc(16px + env(safe-area-inset-bottom))",
    textAlign: "center",
    [phone]: { padding: "12px 16px calc(12px + env(safe-area-inset-bottom))" },
    [landscapePhone]: {
      gridColumn: "2",
      gridTemplateColumns: "minmax(0, 1fr)",
      alignContent: "safe end",
      overflowY: "auto",
      gap: "8px",
      padding: "8px 16px",
    },
  },
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
  // Before the page is painted: whoever sees it can turn it.
  useLayoutEffect(() => {
    const turnByKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey) return; // Alt and an arrow go back in browsers
      if (key === "ArrowRight") turn(1);
      if (key === "ArrowLeft") turn(-1);
    };
    window.addEventListener("keydown", turnByKey);
    return () => window.removeEventListener("keydown", turnByKey);
  }, [turn]);
}

/** Returns the ref of a dialog that covers the page: the browser's own (decision 0024). */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return dialog;
}

/** Says whether the screen stays on. */
function ScreenNote({ awake, mayDim }: { awake: string; mayDim: string }) {
  const styles = useStyles();
  const isAwake = useWakeLock();
  return (
    <p role="status" className={styles.note}>
      {isAwake !== null && (isAwake ? awake : mayDim)}
    </p>
  );
}

type StepDialogProps = {
  address: StepAddress;
  /** Accessible name. */
  label: string;
  /** The position in the steps, in words. */
  place: string;
  texts: { leave: string; awake: string; mayDim: string };
  /** Language of the content, if it differs from the interface's. */
  lang: string | undefined;
  /** Whether it is dark on light. Whoever renders it provides a theme that fits. */
  isLight?: boolean;
  /** Buttons beside the one that leaves. */
  tools?: ReactNode;
  /** The page, in large letters. */
  children: ReactNode;
  /** Stays while pages are turned: timers, and the buttons that turn them. */
  footer: ReactNode;
};

/** Steps on the whole screen, turned by swiping and arrow keys, while the screen stays on. */
export function StepDialog(props: StepDialogProps) {
  const { address, label, place, texts, lang, isLight = false, children } = props;
  const { tools, footer } = props;
  const styles = useStyles();
  const swiping = useSwipe(address.turn);
  const dialog = useModal();
  useArrowKeys(address.turn);
  return (
    <dialog
      ref={dialog}
      className={mergeClasses(styles.surface, isLight && styles.light)}
      aria-modal="true"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        address.close();
      }}
    >
      <div className={styles.header}>
        <div className={styles.place}>
          <div aria-live="polite">
            <Heading level={2} size="label">
              {place}
            </Heading>
          </div>
          <ScreenNote awake={texts.awake} mayDim={texts.mayDim} />
        </div>
        {tools}
        <Button
          appearance="subtle"
          size="large"
          className={styles.leave}
          icon={<DismissRegular />}
          aria-label={texts.leave}
          onClick={address.close}
        />
      </div>
      {/* Scrolled by the keyboard where a drawing leaves no room. */}
      <div role="group" aria-label={place} tabIndex={0} className={styles.body} {...swiping}>
        <div lang={lang} aria-live="polite">
          {children}
        </div>
      </div>
      <div className={styles.footer}>{footer}</div>
    </dialog>
  );
}
