import { Button, Link, makeStyles } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { getLegalText } from "#shared/api/brand.ts";
import { legalDocuments, type LegalDocument } from "#shared/brand.ts";
import { licenceListPath } from "#shared/licence-list.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { Markdown } from "#renderer/components/markdown.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { documentOfPath, type LegalSection, sectionsOf } from "./legal-text.ts";

const useLegalContentsStyles = makeStyles({
  contents: {
    gridColumn: "2",
    gridRow: "1",
    position: "sticky",
    top: "96px",
    maxHeight: "calc(100vh - 128px)",
    overflowY: "auto",
    [media.belowTablet]: { display: "none" },
    [media.print]: { display: "none" },
  },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: "none",
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  link: {
    display: "block",
    padding: "6px 0 6px 20px",
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    textWrap: "balance",
    ":hover": { color: tokens.colorNeutralForeground1, textDecorationLine: "underline" },
  },
});

/** Links to the sections, beside the text on wide screens. */
function LegalContents({ sections }: { sections: readonly LegalSection[] }) {
  const styles = useLegalContentsStyles();
  const { t } = useTranslation("legal");
  return (
    <nav aria-label={t("contents")} className={styles.contents}>
      <ol className={styles.list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className={styles.link}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const useOtherDocumentsStyles = makeStyles({
  others: {
    marginTop: "48px",
    paddingTop: "24px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.print]: { display: "none" },
  },
  title: { marginBottom: "8px" },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: { display: "flex", alignItems: "center", minHeight: "44px" },
});

type OtherDocumentsProps = { than: LegalDocument; children: ReactNode };

/** Links to the other legal documents; `children` is one more entry of the list. */
function OtherDocuments({ than, children }: OtherDocumentsProps) {
  const styles = useOtherDocumentsStyles();
  const { t } = useTranslation(["legal", "titles"]);
  return (
    <nav aria-labelledby="other-documents" className={styles.others}>
      <Heading level={2} size="label" id="other-documents" className={styles.title}>
        {t("others")}
      </Heading>
      <ul className={styles.list}>
        {legalDocuments
          .filter((document) => document !== than)
          .map((document) => (
            <li key={document} className={styles.item}>
              <TextLink to={routePath(document)}>{t(`titles:${document}`)}</TextLink>
            </li>
          ))}
        <li className={styles.item}>
          <Link href={licenceListPath} inline>
            {t("licences")}
          </Link>
        </li>
        <li className={styles.item}>{children}</li>
      </ul>
    </nav>
  );
}

const useStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 712px) minmax(0, 320px)",
    justifyContent: "space-between",
    alignItems: "start",
    columnGap: "48px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 712px)" },
    [media.print]: { display: "block" },
  },
  text: { gridColumn: "1", gridRow: "1" },
  // Below the header, which stays at the top of the window.
  section: { scrollMarginTop: "72px" },
  title: { margin: "48px 0 12px" },
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
  version: { width: "min(60%, 260px)" },
  /** Prints black on white in either theme. */
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

function Section({ id, title, body }: LegalSection) {
  const styles = useStyles();
  const target = useHashTarget<HTMLElement>(id);
  return (
    <section ref={target} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <Heading level={2} id={`${id}-title`} className={styles.title}>
        {title}
      </Heading>
      <Markdown>{body}</Markdown>
    </section>
  );
}

function VersionLine({ version }: { version: string }) {
  const styles = useStyles();
  const { t } = useTranslation("legal");
  const { calendarDate } = useFormats();
  return (
    <div className={styles.head}>
      {/* At noon, so that it is the same day in every time zone. */}
      <p>{t("inForce", { date: calendarDate(version) })}</p>
      <Button icon={<PrintRegular />} className={styles.print} onClick={() => window.print()}>
        {t("print")}
      </Button>
    </div>
  );
}

/** Placeholder for a document while it loads. */
function LegalSkeleton() {
  const styles = useStyles();
  return (
    <>
      <Skeleton aria-hidden className={styles.head}>
        <SkeletonItem size={20} className={styles.version} />
      </Skeleton>
      <LoadingText lines={24} tall />
    </>
  );
}

/** One of the brand's legal documents, chosen by the page's path, in the interface's language. */
export default function LegalPage() {
  const styles = useStyles();
  const { t } = useTranslation(["legal", "titles"]);
  const document = documentOfPath(useLocation().pathname);
  const legalText = useApiQuery(getLegalText, { params: { document } });
  const sections = legalText.data ? sectionsOf(legalText.data.body) : [];
  return (
    <Page key={document} title={t(`titles:${document}`)}>
      <div className={styles.columns}>
        {sections.length > 0 && <LegalContents sections={sections} />}
        <div className={styles.text}>
          <div className={styles.paper}>
            <QueryView query={legalText} loading={<LegalSkeleton />}>
              {({ version }) => (
                <>
                  <VersionLine version={version} />
                  {sections.map((section) => (
                    <Section key={section.id} {...section} />
                  ))}
                </>
              )}
            </QueryView>
          </div>
          <OtherDocuments than={document}>
            <TextLink to={routePath("contact")}>{t("contact")}</TextLink>
          </OtherDocuments>
        </div>
      </div>
    </Page>
  );
}
