import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { BookOpenRegular } from "@fluentui/react-icons";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { isTargetOn } from "#shared/parts.ts";
import { memberTabs, type MemberTab } from "#shared/routes.ts";
import { brand } from "#renderer/platform/brand.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { menuTargetOf, pathOfTarget, useMenuTexts } from "../../menus.ts";
import { menuIcons } from "../menu-icons.ts";

const tabs = Object.keys(memberTabs) as MemberTab[]; // Object.keys loses the key type

/** Returns where a tab leads: to its own place, else to the first of the others that is on; undefined if all are off. */
const pathOf = (tab: MemberTab): string | undefined =>
  memberTabs[tab]
    .filter((id) => isTargetOn(brand, id))
    .map((id) => pathOfTarget(id))
    .find((path) => !path.includes(":"));

/** Text fields, for which touch screens show a keyboard. */
const textField =
  ":is(textarea, [contenteditable='true'], input:not([type='checkbox'], [type='radio']))";

const useStyles = makeStyles({
  bar: {
    display: "none",
    [media.belowTablet]: {
      display: "flex",
      paddingBottom: "env(safe-area-inset-bottom)",
      backgroundColor: tokens.colorNeutralBackground3,
    },
    // A phone on its side has no room for it: there it stands below the page.
    [media.tabBar]: { position: "fixed", left: 0, right: 0, bottom: 0, zIndex: 10 },
    // Above the keyboard it would take the space of the form.
    "@media (pointer: coarse)": {
      [`:global(body:has(${textField}:focus)) &`]: { display: "none" },
    },
    [media.print]: { display: "none" },
  },
  tab: {
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    minHeight: "56px",
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    gap: "2px",
    boxSizing: "border-box",
    color: tokens.colorNeutralForeground2,
    fontSize: "13px",
    lineHeight: "16px",
    textDecorationLine: "none",
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    boxShadow: `inset 0 2px 0 ${tokens.colorAccent}`,
    "> svg": { color: tokens.colorAccentText },
  },
});

/** px between the bar and an element that is scrolled above it. */
const distance = 12;

/** Returns the ref of a bar that covers the end of the window: what gets the focus behind it is scrolled up. */
function useFocusAbove() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const reveal = ({ target }: FocusEvent) => {
      const cover = bar.current?.getBoundingClientRect();
      if (!cover?.height || !(target instanceof Element) || !target.closest("main")) return;
      // A press focuses too: what moved between press and release would not be clicked.
      if (!target.matches(":focus-visible")) return;
      const { top, bottom } = target.getBoundingClientRect();
      const covered = bottom + distance - cover.top;
      // What is taller than the window is shown from its start.
      if (covered > 0 && top > covered) window.scrollBy(0, covered);
    };
    document.addEventListener("focusin", reveal);
    return () => document.removeEventListener("focusin", reveal);
  }, []);
  return bar;
}

/** The main places of the member area at the bottom of small screens, in the words of the side menu. The drawer has the rest. */
export function TabBar() {
  const styles = useStyles();
  const { t } = useTranslation();
  const textOf = useMenuTexts();
  const bar = useFocusAbove();
  const place = menuTargetOf(useLocation());
  const current = tabs.find((tab) => memberTabs[tab].some((id) => id === place));
  return (
    <nav id="tab-bar" aria-label={t("tabs.label")} ref={bar} className={styles.bar}>
      {tabs.map((tab) => {
        const to = pathOf(tab);
        if (to === undefined) return null;
        const Icon = tab === "read" ? BookOpenRegular : menuIcons[tab];
        return (
          <Link
            key={tab}
            to={to}
            className={mergeClasses(styles.tab, tab === current && styles.current)}
            {...(tab === current && { "aria-current": "true" })}
          >
            <Icon fontSize={24} aria-hidden />
            {tab === "read" ? t("tabs.read") : textOf(tab)}
          </Link>
        );
      })}
    </nav>
  );
}
