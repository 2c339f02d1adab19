import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { SearchRegular } from "@fluentui/react-icons";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { matchRoute, routePath } from "#shared/routes.ts";
import { usePreferences } from "#renderer/preferences/preferences-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useHeaderLinks } from "../header-links.tsx";

const useStyles = makeStyles({
  field: {
    justifyContent: "start",
    width: "200px",
    padding: "0 12px",
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorNeutralForeground2,
    [media.belowTablet]: {
      justifyContent: "center",
      width: "auto",
      padding: 0,
      border: "none",
    },
  },
  words: { [media.belowTablet]: { display: "none" } },
  key: { marginLeft: "auto" },
});

/** Where `/` is typed into something, or chooses from it. */
const inField = "input, textarea, select, [contenteditable], [role=menu]";

/** Whether Ctrl K deletes the rest of a line, as in fields of macOS, where Cmd K opens the search. */
const isMac = () => /mac/i.test(navigator.platform);

/** Returns whether a key opens the search: Ctrl K, Cmd K, or `/` outside of fields; not in dialogs. */
function isSearchKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, target } = event;
  if (event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("[role=dialog], [role=alertdialog], dialog[open]")) return false;
  const isTyping = target instanceof Element && target.closest(inField) !== null;
  if (ctrlKey || metaKey) {
    const deletes = isTyping && isMac() && !metaKey;
    return key.toLowerCase() === "k" && !event.shiftKey && !deletes;
  }
  // `/` needs Shift on many keyboards
  return key === "/" && usePreferences.getState().searchShortcut && !isTyping;
}

/** The link to the search, which looks like a field; `/` and Ctrl K follow it, or focus the field of its page. */
export function SearchLink() {
  const styles = useStyles();
  const { link } = useHeaderLinks();
  const { t } = useTranslation("titles");
  const hasSlash = usePreferences((chosen) => chosen.searchShortcut);
  const navigate = useNavigate();
  const path = useLocalised(routePath("search"));
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      const isThere = matchRoute(window.location.pathname) === "search";
      const field = isThere && document.querySelector<HTMLElement>("main [type=search]");
      if (field) field.focus();
      else void navigate(path);
    };
    window.addEventListener("keydown", follow);
    return () => window.removeEventListener("keydown", follow);
  }, [navigate, path]);
  return (
    <Link
      to={path}
      className={mergeClasses(link, styles.field)}
      aria-label={t("search")}
      aria-keyshortcuts={`${hasSlash ? "/ " : ""}Control+K Meta+K`}
    >
      <SearchRegular fontSize={20} />
      <span className={styles.words}>{t("search")}</span>
      {hasSlash && (
        <kbd aria-hidden="true" className={mergeClasses(styles.words, styles.key)}>
          /
        </kbd>
      )}
    </Link>
  );
}
