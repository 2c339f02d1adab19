import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useSectionStyles } from "./section-styles.ts";

const useStyles = makeStyles({
  band: {
    padding: "40px 32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBand,
    [media.phone]: { padding: "28px 20px" },
  },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(240px, 1fr))",
    gap: "24px 40px",
    margin: "16px 0 24px",
    [media.belowTablet]: { gridTemplateColumns: "1fr" },
  },
  name: { fontSize: "18px", lineHeight: "26px", fontWeight: 600, marginBottom: "4px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

const promises = ["cancel", "clear", "withdraw"] as const;

type PromisesProps = {
  /** Which of them; all by default. */
  answering?: readonly (typeof promises)[number][];
};

/** The promises to customers, with a link to the terms. */
export function Promises({ answering = promises }: PromisesProps) {
  const styles = useStyles();
  const section = useSectionStyles();
  const { t } = useTranslation("billing");
  return (
    <section aria-labelledby="promises" className={section.section}>
      <div className={styles.band}>
        <Heading level={2} id="promises" className={section.title}>
          {t("promises.title")}
        </Heading>
        <dl className={styles.list}>
          {answering.map((promise) => (
            <div key={promise}>
              <dt className={styles.name}>{t(`promises.${promise}.title`)}</dt>
              <dd className={styles.text}>{t(`promises.${promise}.text`)}</dd>
            </div>
          ))}
        </dl>
        <TextLink to={routePath("terms")}>{t("promises.terms")}</TextLink>
      </div>
    </section>
  );
}
