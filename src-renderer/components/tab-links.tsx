import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { Link } from "react-router-dom";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
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

type TabLinksProps = {
  /** Name of the navigation. */
  label: string;
  tabs: readonly { to: string; text: string; isCurrent: boolean; onPointerEnter?: () => void }[];
  className?: string;
};

/** Links to related views, of which one is shown; each has an address of its own. */
export function TabLinks({ label, tabs, className }: TabLinksProps) {
  const styles = useStyles();
  return (
    <nav aria-label={label} className={mergeClasses(styles.tabs, className)}>
      {tabs.map(({ to, text, isCurrent, onPointerEnter }) => (
        <Link
          key={to}
          to={to}
          className={mergeClasses(styles.tab, isCurrent && styles.current)}
          {...(isCurrent && { "aria-current": "page" })}
          onPointerEnter={onPointerEnter}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
