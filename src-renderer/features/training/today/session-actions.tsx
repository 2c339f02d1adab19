import { Button, makeStyles } from "@fluentui/react-components";
import { PlayFilled } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useButtonLook } from "#renderer/components/links.tsx";

const useStyles = makeStyles({
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

type SessionActionsProps = {
  busy: boolean;
  /** Fetches what the actions need. */
  prepare: () => void;
  onStart: () => void;
  onResult: () => void;
  onSkip: () => void;
};

/** What can be done with a session that has not begun. */
export function SessionActions({ busy, prepare, onStart, onResult, onSkip }: SessionActionsProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const accent = useButtonLook("accent");
  return (
    <div className={styles.actions} onPointerEnter={prepare} onFocus={prepare}>
      <Button size="large" {...accent} icon={<PlayFilled />} onClick={onStart}>
        {t("start")}
      </Button>
      <Button size="large" className={styles.button} onClick={onResult}>
        {t("enterResult")}
      </Button>
      <Button
        size="large"
        appearance="subtle"
        className={styles.button}
        disabledFocusable={busy}
        onClick={onSkip}
      >
        {t("skip")}
      </Button>
    </div>
  );
}
