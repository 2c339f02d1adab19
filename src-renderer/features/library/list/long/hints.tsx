import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { media, tokens } from "../../../../theme/tokens.ts";

const useStyles = makeStyles({
  // Above the list, at the bottom of the window.
  hint: {
    position: "sticky",
    bottom: "16px",
    zIndex: 2,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    width: "fit-content",
    maxWidth: "100%",
    // Above the tab bar of members.
    [media.belowTablet]: { bottom: "84px" },
    boxSizing: "border-box",
    marginTop: "16px",
    padding: "12px 20px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralForeground1,
    color: tokens.colorNeutralBackground1,
    "> p": { margin: 0 },
  },
});

type HintProps = { role: "alert" | "status"; text: string; children: ReactNode };

function Hint({ role, text, children }: HintProps) {
  const styles = useStyles();
  return (
    <div role={role} className={styles.hint}>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Says that a part of the list could not be loaded. */
export function RetryHint({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(["library", "common"]);
  return (
    <Hint role="alert" text={t("partFailed")}>
      <Button onClick={onRetry}>{t("common:failed.retry")}</Button>
    </Hint>
  );
}

type FindHintProps = { total: number; onSearch: () => void };

/**
 * Shown when the browser's own search is opened, which only finds what is rendered: leads to the search of the list. The
 * browser's search opens all the same.
 */
export function FindHint({ total, onSearch }: FindHintProps) {
  const { t } = useTranslation("library");
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const follow = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key.toLowerCase() === "f" && (ctrlKey || metaKey)) setShown(true);
      if (key === "Escape") setShown(false);
    };
    window.addEventListener("keydown", follow);
    return () => window.removeEventListener("keydown", follow);
  }, []);
  if (!isShown) return null;
  const search = () => {
    setShown(false);
    onSearch();
  };
  return (
    <Hint role="status" text={t("findHint", { count: total })}>
      <Button onClick={search}>{t("findAction")}</Button>
    </Hint>
  );
}
