import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { languageTitle } from "#shared/languages.ts";
import { chooseLanguage } from "#renderer/i18n/wanted-language.ts";
import { brand } from "#renderer/platform/brand.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  group: { display: "inline-flex", gap: "2px" },
  button: {
    minWidth: "36px",
    minHeight: "36px",
    padding: "0 8px",
    border: "none",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: "transparent",
    color: "inherit",
    font: "inherit",
    fontSize: "14px",
    cursor: "pointer",
    ":hover": { textDecorationLine: "underline" },
  },
  // Narrow headers have room for one button, that of the other language.
  short: { [media.belowTablet]: { minWidth: "44px", minHeight: "44px" } },
  shortCurrent: { [media.belowTablet]: { display: "none" } },
  current: { fontWeight: 700, textDecorationLine: "underline", textUnderlineOffset: "4px" },
});

/** Switches the language of the interface, where the portal has several; the choice is remembered. `isShort`: as in headers, on small screens. */
export function LanguageSwitch({ isShort = false }: { isShort?: boolean }) {
  const styles = useStyles();
  const { t, i18n } = useTranslation();
  const { languages } = brand;
  if (languages.length === 1) return null;
  return (
    <div role="group" aria-label={t("language")} className={styles.group}>
      {languages.map((language) => {
        const current = i18n.language === language;
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={current}
            aria-label={`${language.toUpperCase()}, ${languageTitle(language, language)}`}
            className={mergeClasses(
              styles.button,
              current && styles.current,
              isShort && styles.short,
              isShort && current && styles.shortCurrent,
            )}
            onClick={() => chooseLanguage(language)}
          >
            {language.toUpperCase()}
          </button>
        );
      })}
    </div>
  );
}
