import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import type { withdrawalSchema } from "#shared/api/membership.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** What a consumer declares: who withdraws, and from which contract. */
export type Declaration = z.infer<typeof withdrawalSchema>;

export const emptyDeclaration: Declaration = { name: "", email: "", contract: "" };

const useStyles = makeStyles({
  text: {
    boxSizing: "border-box",
    width: "100%",
    margin: 0,
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBand,
    overflowWrap: "anywhere",
  },
  sentence: { margin: "0 0 12px", fontWeight: 600 },
  facts: { display: "grid", gap: "8px", margin: 0 },
  name: { color: tokens.colorNeutralForeground2 },
  value: { margin: 0 },
});

export function DeclarationText({ declaration }: { declaration: Declaration }) {
  const styles = useStyles();
  const { t } = useTranslation("withdrawal");
  const { contract, name, email } = declaration;
  const facts = [
    [t("form.contract"), contract],
    [t("form.name"), name],
    [t("form.email"), email],
  ] as const;
  return (
    <div className={styles.text}>
      <p className={styles.sentence}>{t("declaration")}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className={styles.name}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
