import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { SearchRegular } from "@fluentui/react-icons";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";
import { useLocalised } from "../../../components/use-localised.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { useHeaderLinks } from "../header-links.tsx";

const useStyles = makeStyles({
  field: {
    justifyContent: "start",
    width: "200px",
    padding: "0 12px",
    boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorNeutralForeground2,
    [media.belowTablet]: {
      justifyContent: "center",
      width: "auto",
      padding: 0,
      boxShadow: "none",
    },
  },
  words: { [media.belowTablet]: { display: "none" } },
  key: { marginLeft: "auto" },
});

/** Whether a key opens the search: `/` outside of fields and dialogs, Ctrl K or Cmd K anywhere. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent) {
  if (altKey || defaultPrevented) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k";
  const inField = "input, textarea, select, [contenteditable], [role=dialog], [role=menu]";
  return key === "/" && !(target instanceof Element && target.closest(inField));
}

/** The link to the search, which looks like a field; `/` and Ctrl K follow it, or focus the field of its page. */
export function SearchLink() {
  const styles = useStyles();
  const { link } = useHeaderLinks();
  const { t } = useTranslation("titles");
  const navigate = useNavigate();
  const path = useLocalised(routePath("search"));
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      const isThere = window.location.pathname === routePath("search");
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
      aria-keyshortcuts="/ Control+K"
    >
      <SearchRegular fontSize={20} />
      <span className={styles.words}>{t("search")}</span>
      <kbd aria-hidden="true" className={mergeClasses(styles.words, styles.key)}>
        /
      </kbd>
    </Link>
  );
}
