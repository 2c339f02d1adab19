import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { Link } from "react-router-dom";
import { tokens } from "#renderer/theme/tokens.ts";

/** The looks of a row of tabs, and of one of them. */
export const useTabStyles = makeStyles({
  tabs: {
    display: "flex",
    gap: "24px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tab: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": { color: tokens.colorNeutralForeground1 },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    boxShadow: `inset 0 -2px 0 ${tokens.colorAccent}`,
  },
});

export type Tab = { to: string; text: string; isCurrent: boolean; onPointerEnter?: () => void };

/** A link to one of several related views. */
export function TabLink({ tab: { to, text, isCurrent, onPointerEnter } }: { tab: Tab }) {
  const styles = useTabStyles();
  return (
    <Link
      to={to}
      className={mergeClasses(styles.tab, isCurrent && styles.current)}
      {...(isCurrent && { "aria-current": "page" })}
      onPointerEnter={onPointerEnter}
    >
      {text}
    </Link>
  );
}

type TabLinksProps = {
  /** Name of the navigation. */
  label: string;
  tabs: readonly Tab[];
  className?: string;
};

/** Links to related views, of which one is shown; each has an address of its own. */
export function TabLinks({ label, tabs, className }: TabLinksProps) {
  const styles = useTabStyles();
  return (
    <nav aria-label={label} className={mergeClasses(styles.tabs, className)}>
      {tabs.map((tab) => (
        <TabLink key={tab.to} tab={tab} />
      ))}
    </nav>
  );
}
