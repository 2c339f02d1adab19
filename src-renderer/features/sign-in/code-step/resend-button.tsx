import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { tokens } from "#renderer/theme/tokens.ts";
import { useButtonLook } from "#renderer/components/links.tsx";

const useStyles = makeStyles({
  row: { display: "inline-flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  wait: {
    color: tokens.colorNeutralForeground2,
    fontSize: "15px",
    fontVariantNumeric: "tabular-nums",
  },
});

/** Longest wait in seconds, in case the clock of the device is wrong. */
const longestWait = 30;

const secondsUntil = (iso: string) =>
  Math.min(Math.max(Math.ceil((Date.parse(iso) - Date.now()) / 1_000), 0), longestWait);

/** Returns the seconds until an ISO date, counted down once a second. */
function useCountdown(iso: string): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(iso));
  useEffect(() => {
    const end = Date.now() + secondsUntil(iso) * 1_000;
    const tick = () => setSeconds(Math.max(Math.ceil((end - Date.now()) / 1_000), 0));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [iso]);
  return seconds;
}

type ResendButtonProps = {
  /** ISO date from which on another code can be requested. */
  resendAt: string;
  busy: boolean;
  onResend: () => void;
};

/** Requests another code. The countdown beside it is hidden from screen readers. */
export function ResendButton({ resendAt, busy, onResend }: ResendButtonProps) {
  const styles = useStyles();
  const { t } = useTranslation("forms");
  const seconds = useCountdown(resendAt);
  return (
    <span className={styles.row}>
      <Button
        size="large"
        {...useButtonLook("secondary")}
        disabledFocusable={busy || seconds > 0}
        onClick={onResend}
      >
        {t("codeStep.resend")}
      </Button>
      {seconds > 0 && (
        <span aria-hidden className={styles.wait}>
          {t("codeStep.wait", { seconds })}
        </span>
      )}
    </span>
  );
}
