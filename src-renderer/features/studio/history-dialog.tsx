import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getRevision,
  listRevisions,
  restoreRevision,
  type Draft,
  type StudioEntry,
  type StudioRevision,
} from "#shared/api/studio.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media } from "#renderer/theme/tokens.ts";
import { CompareView } from "./compare/compare-view.tsx";
import type { DraftSaver } from "./saving/draft-saver.ts";
import { WideDialog } from "./wide-dialog.tsx";

const useStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 3fr)",
    gap: "24px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  list: {
    display: "grid",
    alignContent: "start",
    gap: "4px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  version: {
    width: "100%",
    minHeight: "44px",
    justifyContent: "flex-start",
    textAlign: "left",
    fontWeight: 400,
  },
  chosen: { fontWeight: 600 },
});

type EntryKey = Pick<StudioEntry, "kind" | "slug">;

/** Compares a published version with the working copy. */
function Version({ entry, id, draft }: { entry: EntryKey; id: string; draft: Draft }) {
  const { kind, slug } = entry;
  const query = useApiQuery(getRevision, { params: { kind, slug, id }, silent: true });
  return (
    <QueryView query={query} loading={<LoadingLines />}>
      {(version) => <CompareView before={version.draft} after={draft} />}
    </QueryView>
  );
}

type VersionsProps = {
  versions: readonly StudioRevision[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

function Versions({ versions, chosen, onChoose }: VersionsProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { businessTime } = useFormats();
  return (
    <ol className={styles.list}>
      {versions.map(({ id, at, by }) => (
        <li key={id}>
          <Button
            appearance="subtle"
            className={mergeClasses(styles.version, id === chosen && styles.chosen)}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            {by === null ? businessTime(at) : t("history.by", { time: businessTime(at), name: by })}
          </Button>
        </li>
      ))}
    </ol>
  );
}

type HistoryDialogProps = {
  open: boolean;
  saver: DraftSaver;
  draft: Draft;
  isReadOnly: boolean;
  onClose: () => void;
  onRestored: () => void;
};

/** The versions that readers saw: compared with the working copy, and restored as such. */
export function HistoryDialog({
  open,
  saver,
  draft,
  isReadOnly,
  onClose,
  onRestored,
}: HistoryDialogProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { kind, slug } = saver.read().entry;
  const list = useApiQuery(
    listRevisions,
    { params: { kind, slug }, silent: true },
    { enabled: open, staleTime: 0 },
  );
  const [named, setNamed] = useState<string | null>(null);
  const chosen = named ?? list.data?.items[0]?.id;
  const restoring = useMutation(async (id: string) => {
    const failure = await saver.act((revision) =>
      call(restoreRevision, { params: { kind, slug, id }, body: { revision }, silent: true }),
    );
    if (failure) return failure;
    onClose();
    onRestored();
    return null;
  });
  return (
    <WideDialog
      open={open}
      title={t("history.title")}
      onClose={onClose}
      actions={
        !isReadOnly &&
        chosen !== undefined && (
          <Button
            appearance="primary"
            size="large"
            disabledFocusable={restoring.busy}
            onClick={() => void restoring.run(chosen)}
          >
            {t("history.restore")}
          </Button>
        )
      }
    >
      <p>{t("history.lead")}</p>
      {restoring.failure && <FormFailure error={rootError(restoring.failure)} />}
      <QueryView
        query={list}
        loading={<LoadingLines />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p>{t("history.none")}</p>}
      >
        {({ items }) => (
          <div className={styles.columns}>
            <Versions versions={items} chosen={chosen} onChoose={setNamed} />
            {chosen !== undefined && <Version entry={{ kind, slug }} id={chosen} draft={draft} />}
          </div>
        )}
      </QueryView>
    </WideDialog>
  );
}
