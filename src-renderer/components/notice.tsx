import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { tokens } from "#renderer/theme/tokens.ts";
import { focusOnMount } from "./keep-focus.ts";

const useStyles = makeStyles({
  notice: {
    padding: "12px 16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBand,
    borderLeft: `4px solid ${tokens.colorNeutralStrokeAccessible}`,
    "> p": { margin: 0 },
  },
  success: { borderLeftColor: tokens.colorBrandForeground1 },
  warning: { borderLeftColor: tokens.colorAccent },
  error: { borderLeftColor: tokens.colorPaletteRedForeground1 },
});

type Intent = "info" | "success" | "warning" | "error";

/** Returns the class of an element that looks like a Notice. */
export function useNoticeLook(intent: Intent): string {
  const styles = useStyles();
  return mergeClasses(styles.notice, intent !== "info" && styles[intent]);
}

type NoticeProps = {
  intent?: Intent;
  /** Whether it takes the focus when it appears, because the focused element is gone. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** A message within a page. Screen readers announce errors immediately, the others politely. */
export function Notice({ intent = "info", takesFocus = false, children }: NoticeProps) {
  const look = useNoticeLook(intent);
  return (
    <div
      role={intent === "error" ? "alert" : "status"}
      className={look}
      {...(takesFocus && { ref: focusOnMount, tabIndex: -1 })}
    >
      {children}
    </div>
  );
}

/** Says that something did not load, and loads it again. */
export function RetryNotice({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice intent="warning">
      {text}{" "}
      <Button size="small" onClick={onRetry}>
        {t("failed.retry")}
      </Button>
    </Notice>
  );
}
