import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getRevision, listRevisions, type Draft, type StudioEntry } from "#shared/api/studio.ts";
import type { Language } from "#shared/languages.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { CompareView } from "./compare/compare-view.tsx";
import { useLanguageWords } from "#renderer/i18n/formats.ts";
import { firstLanguage } from "#renderer/platform/brand.ts";
import { WideDialog } from "./wide-dialog.tsx";

const useStyles = makeStyles({
  notice: { display: "grid", gap: "8px", justifyItems: "start", "> p": { margin: 0 } },
});

type OutdatedProps = { entry: StudioEntry; draft: Draft };

/** What changed in the portal's first language since the text in another one: against the last version that was published before that. */
function EnglishChanges({
  entry: { kind, slug, textsChangedAt },
  draft,
  language,
}: OutdatedProps & { language: Language }) {
  const { t } = useTranslation("studio");
  const list = useApiQuery(listRevisions, { params: { kind, slug }, silent: true });
  const translatedAt = textsChangedAt[language] ?? "";
  const items = list.data?.items ?? [];
  const before = items.find(({ at }) => at <= translatedAt) ?? items.at(-1);
  const version = useApiQuery(
    getRevision,
    { params: { kind, slug, id: before?.id ?? "" }, silent: true },
    { enabled: before !== undefined },
  );
  const loading = <LoadingLines />;
  if (list.data && !before) return <p>{t("outdated.unknown")}</p>;
  return (
    <QueryView query={list} loading={loading}>
      {() => (
        <QueryView query={version} loading={loading}>
          {(old) => (
            <CompareView
              before={old.draft}
              after={draft}
              isShown={(place) => place.startsWith(`${firstLanguage()}.`)}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

function OutdatedText(props: OutdatedProps & { language: Language }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const words = useLanguageWords()(props.language);
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice intent="warning">
      <div className={styles.notice}>
        <p>{t("outdated.text", words)}</p>
        <Button onClick={() => setOpen(true)}>{t("outdated.open", words)}</Button>
      </div>
      <WideDialog open={isOpen} title={t("outdated.open", words)} onClose={() => setOpen(false)}>
        <EnglishChanges {...props} />
      </WideDialog>
    </Notice>
  );
}

/** Says of each text that is older than the one in the portal's first language, and shows what changed since. */
export const Outdated = (props: OutdatedProps) =>
  props.entry.outdated.map((language) => (
    <OutdatedText key={language} {...props} language={language} />
  ));
