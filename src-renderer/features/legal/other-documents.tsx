import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { media, tokens } from "../../theme/tokens.ts";
import { legalDocuments, type LegalDocument } from "./legal-text.ts";

const useStyles = makeStyles({
  others: {
    marginTop: "48px",
    paddingTop: "24px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.print]: { display: "none" },
  },
  title: { margin: "0 0 8px", fontSize: "18px", lineHeight: "26px", fontWeight: 600 },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: { display: "flex", alignItems: "center", minHeight: "44px" },
});

type OtherDocumentsProps = { than: LegalDocument; children: ReactNode };

/** Links to the documents that stand beside this one, and one more line. */
export function OtherDocuments({ than, children }: OtherDocumentsProps) {
  const styles = useStyles();
  const { t } = useTranslation(["legal", "titles"]);
  return (
    <nav aria-labelledby="other-documents" className={styles.others}>
      <h2 id="other-documents" className={styles.title}>
        {t("others")}
      </h2>
      <ul className={styles.list}>
        {legalDocuments
          .filter((document) => document !== than)
          .map((document) => (
            <li key={document} className={styles.item}>
              <TextLink to={routePath(document)}>{t(`titles:${document}`)}</TextLink>
            </li>
          ))}
        <li className={styles.item}>{children}</li>
      </ul>
    </nav>
  );
}
