import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { WarningRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "140px minmax(0, 1fr) auto",
    alignItems: "center",
    gap: "8px 24px",
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", justifyItems: "start" },
  },
  // Beside a short button there is room for the value also on small screens.
  compact: {
    // What is below brings its own distance: while it is an empty live region, it takes no room.
    gap: "0 24px",
    "> :nth-child(4) > :not(:empty)": { marginTop: "8px" },
    "> :nth-child(3) > button": { minHeight: "44px" },
    [media.belowTablet]: {
      gridTemplateColumns: "minmax(0, 1fr) auto",
      gap: "0 16px",
      padding: "10px 0",
      "> :nth-child(3)": { gridColumn: 2, gridRow: "1 / span 2" },
    },
  },
  name: { color: tokens.colorNeutralForeground2 },
  value: { fontWeight: 600, overflowWrap: "anywhere" },
  hint: { color: tokens.colorNeutralForeground2, maxWidth: "60ch" },
  warning: { display: "flex", gap: "8px", "> svg": { flexShrink: 0, marginTop: "2px" } },
  below: {
    gridColumn: "1 / -1",
    justifySelf: "stretch",
    minWidth: 0,
    ":empty": { display: "none" },
  },
});

type SettingRowProps = {
  name: string;
  value: ReactNode;
  hint?: string | null;
  warns?: boolean;
  action?: ReactNode;
  /** Whether the action stands beside the value also on small screens. */
  isCompact?: boolean;
  /** Shown below, such as a failure of the action. */
  children?: ReactNode;
};

/** One setting: its name and value, what to know about it, and the button that changes it. */
export function SettingRow({
  name,
  value,
  hint = null,
  warns = false,
  action,
  isCompact = false,
  children,
}: SettingRowProps) {
  const styles = useStyles();
  return (
    <div
      role="group"
      aria-label={name}
      className={mergeClasses(styles.row, isCompact && styles.compact)}
    >
      <div className={styles.name}>{name}</div>
      <div>
        <div className={styles.value}>{value}</div>
        {hint !== null &&
          (warns ? (
            <div className={styles.warning}>
              <WarningRegular fontSize={20} aria-hidden />
              {hint}
            </div>
          ) : (
            <div className={styles.hint}>{hint}</div>
          ))}
      </div>
      <div>{action}</div>
      <div className={styles.below}>{children}</div>
    </div>
  );
}
