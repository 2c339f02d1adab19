import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import {
  restoreEntry,
  takeOverEntry,
  type StudioEntry,
  type StudioItem,
} from "#shared/api/studio.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { refreshStudio } from "./refresh-studio.ts";
import type { DraftSaver } from "./saving/draft-saver.ts";

const useStyles = makeStyles({
  notice: { display: "grid", gap: "8px", justifyItems: "start", "> p": { margin: 0 } },
});

/** Returns the state of an entry in words, of a scheduled one with its time. */
export function useStateText(): (entry: Pick<StudioItem, "state" | "publishedAt">) => string {
  const { t } = useTranslation("studio");
  const { appointment } = useFormats();
  return ({ state, publishedAt }) =>
    state === "scheduled" && publishedAt
      ? t("scheduledFor", { time: appointment(publishedAt) })
      : t(`state.${state}`);
}

type EntryNoticeProps = { saver: DraftSaver; entry: StudioEntry; onDone: (text: string) => void };

/** Says why an entry is only read here, and offers what ends that: it comes from a folder, or is in the bin. */
export function EntryNotice({ saver, entry, onDone }: EntryNoticeProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { date } = useFormats();
  const { kind, slug, folder, purgedAt } = entry;
  const what = entry.state === "bin" ? "restore" : "takeOver";
  const { busy, failure, run } = useMutation(async () => {
    const endpoint = what === "restore" ? restoreEntry : takeOverEntry;
    const error = await saver.act(() => call(endpoint, { params: { kind, slug }, silent: true }));
    if (error) return error;
    refreshStudio();
    onDone(t(`${what}.done`));
    return null;
  });
  if (entry.state !== "bin" && !entry.isOfFolder) return null;
  const text =
    what === "restore"
      ? t("restore.text", { day: purgedAt ? date(purgedAt) : "" })
      : t("takeOver.text", { folder: folder ?? "" });
  return (
    <Notice>
      <div className={styles.notice}>
        <p>{text}</p>
        <Button disabledFocusable={busy} onClick={() => void run()}>
          {t(`${what}.action`)}
        </Button>
        {failure && <FormFailure error={rootError(failure)} />}
      </div>
    </Notice>
  );
}
