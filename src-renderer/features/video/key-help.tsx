import { makeStyles } from "@fluentui/react-components";
import { KeyboardRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { keyHelp } from "./player-keys.ts";

const useStyles = makeStyles({
  // A line of its own, so that opening it moves no button.
  root: { flexBasis: "100%", [media.touch]: { display: "none" } },
  summary: {
    display: "inline-flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "44px",
    cursor: "pointer",
    listStyleType: "none",
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: "underline",
    "::-webkit-details-marker": { display: "none" },
  },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 300px), 1fr))",
    gap: "8px 32px",
    margin: "4px 0 0",
  },
  row: { display: "grid", gridTemplateColumns: "112px minmax(0, 1fr)", alignItems: "baseline" },
  keys: { display: "flex", gap: "6px" },
  key: {
    minWidth: "20px",
    padding: "2px 8px",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    outline: "1px solid transparent",
    textAlign: "center",
    fontFamily: tokens.fontFamilyBase,
    fontSize: "15px",
    lineHeight: "22px",
  },
  effect: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The keys of the player, folded until they are asked for. */
export function KeyHelp({ silent }: { silent: boolean }) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  return (
    <details className={styles.root}>
      <summary className={styles.summary}>
        <KeyboardRegular aria-hidden="true" fontSize={20} />
        {t("keys.title")}
      </summary>
      <dl className={styles.list}>
        {keyHelp
          .filter(([name]) => !(silent && name === "mute"))
          .map(([name, keys]) => (
            <div key={name} className={styles.row}>
              <dt className={styles.keys}>
                {keys.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {key === "space" ? t("keys.space") : key}
                  </kbd>
                ))}
              </dt>
              <dd className={styles.effect}>{t(`keys.${name}`)}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
