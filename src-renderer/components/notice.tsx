import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { tokens } from "../theme/tokens.ts";

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

type NoticeProps = { intent?: "info" | "success" | "warning" | "error"; children: ReactNode };

/** A message within a page. Errors are read out at once, the rest when there is time. */
export function Notice({ intent = "info", children }: NoticeProps) {
  const styles = useStyles();
  return (
    <div
      role={intent === "error" ? "alert" : "status"}
      className={mergeClasses(styles.notice, intent !== "info" && styles[intent])}
    >
      {children}
    </div>
  );
}
