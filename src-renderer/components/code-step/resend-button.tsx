import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { tokens } from "../../theme/tokens.ts";
import { useButtonLook } from "../links.tsx";

const useStyles = makeStyles({
  row: { display: "inline-flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  wait: {
    color: tokens.colorNeutralForeground2,
    fontSize: "15px",
    fontVariantNumeric: "tabular-nums",
  },
});

/** s until another code may be asked for; the longest wait, whatever the device's clock says. */
const longestWait = 30;

const secondsUntil = (iso: string) =>
  Math.min(Math.max(Math.ceil((Date.parse(iso) - Date.now()) / 1_000), 0), longestWait);

/** The seconds that are left until then, counted down from when the time was learnt. */
function useCountdown(iso: string): number {
  const [left, setLeft] = useState(() => secondsUntil(iso));
  useEffect(() => {
    const end = Date.now() + secondsUntil(iso) * 1_000;
    const tick = () => setLeft(Math.max(Math.ceil((end - Date.now()) / 1_000), 0));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [iso]);
  return left;
}

type ResendButtonProps = {
  /** ISO; the button works from then on. */
  resendAt: string;
  busy: boolean;
  onResend: () => void;
};

/** Asks for another code. The countdown beside it is not read out. */
export function ResendButton({ resendAt, busy, onResend }: ResendButtonProps) {
  const styles = useStyles();
  const { t } = useTranslation("forms");
  const left = useCountdown(resendAt);
  return (
    <span className={styles.row}>
      <Button
        size="large"
        {...useButtonLook("secondary")}
        disabledFocusable={busy || left > 0}
        onClick={onResend}
      >
        {t("codeStep.resend")}
      </Button>
      {left > 0 && (
        <span aria-hidden className={styles.wait}>
          {t("codeStep.wait", { seconds: left })}
        </span>
      )}
    </span>
  );
}
