import { makeStyles } from "@fluentui/react-components";
import { AddRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  list: { maxWidth: "760px" },
  item: {
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    "&[open] > summary > svg": { transform: "rotate(45deg)" },
  },
  question: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px",
    minHeight: "64px",
    padding: "8px 0",
    boxSizing: "border-box",
    cursor: "pointer",
    listStyleType: "none",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "20px",
    lineHeight: "27px",
    "::-webkit-details-marker": { display: "none" },
    "& svg": {
      flexShrink: 0,
      color: tokens.colorAccentText,
      transitionProperty: "transform",
      transitionDuration: "160ms",
      transitionTimingFunction: "ease-out",
    },
  },
  answer: { margin: "0 40px 24px 0", fontSize: "18px", lineHeight: "28px" },
});

export function Questions() {
  const styles = useStyles();
  const { t } = useTranslation("brand");
  return (
    <div className={styles.list}>
      {t("questions", { returnObjects: true }).map(({ question, answer }) => (
        <details key={question} className={styles.item}>
          <summary className={styles.question}>
            {question}
            <AddRegular aria-hidden="true" fontSize={24} />
          </summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </div>
  );
}
