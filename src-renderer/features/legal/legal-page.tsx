import { Button, makeStyles } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorState, LoadingLines } from "../../components/states.tsx";
import { useFormats } from "../../i18n/formats.ts";
import { media, tokens } from "../../theme/tokens.ts";
import type { LegalText } from "./legal-text.ts";
import { OtherDocuments } from "./other-documents.tsx";
import type { LegalDocument } from "./legal-text.ts";
import { useLegalText } from "./use-legal-text.ts";

const useStyles = makeStyles({
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 24px",
    minHeight: "44px",
    paddingBottom: "16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    "> p": { margin: 0 },
  },
  print: { minHeight: "44px", [media.print]: { display: "none" } },
  /** Ink on paper, whichever theme is on screen. */
  paper: {
    [media.print]: {
      "--colorNeutralForeground1": "#000000",
      "--colorNeutralForeground2": "#000000",
      "--colorNeutralStroke2": "#bbbbbb",
      "--colorBrandForegroundLink": "#000000",
      "--colorAccentText": "#000000",
      color: "#000000",
    },
  },
});

function VersionLine({ version }: Pick<LegalText, "version">) {
  const styles = useStyles();
  const { t } = useTranslation("legal");
  const { date } = useFormats();
  return (
    <div className={styles.head}>
      {/* Noon: the same day in every time zone. */}
      <p>{version && t("inForce", { date: date(`${version}T12:00`), version })}</p>
      <Button icon={<PrintRegular />} className={styles.print} onClick={() => window.print()}>
        {t("print")}
      </Button>
    </div>
  );
}

/** One of the brand's legal documents, in the interface's language, to read and to print. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const styles = useStyles();
  const { t } = useTranslation(["legal", "titles"]);
  const { text, failed, retry } = useLegalText(document);
  return (
    <Page title={t(`titles:${document}`)} width="reading">
      <div className={styles.paper}>
        {failed && <ErrorState onRetry={retry} />}
        {!text && !failed && <LoadingLines lines={24} />}
        {text && (
          <>
            <VersionLine version={text.version} />
            <Markdown>{text.body}</Markdown>
          </>
        )}
      </div>
      <OtherDocuments than={document}>
        <TextLink to={routePath("contact")}>{t("contact")}</TextLink>
      </OtherDocuments>
    </Page>
  );
}
