import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  clearFailedJobs,
  getBoard,
  type Board,
  type Clearing,
} from "../../../src-shared/api/board.ts";
import { call } from "../../api-client/client.ts";
import { refresh } from "../../api-client/query.ts";
import { ConfirmDialog, opensDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useMutation } from "../../components/use-mutation.ts";
import { useFormats } from "../../i18n/formats.ts";
import { tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  list: { display: "grid", gap: "12px", margin: 0, padding: 0, listStyleType: "none" },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  state: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px", paddingTop: "6px" },
});

type Kind = Board["stuckJobs"]["kinds"][number];
type Wanted = { kind: Kind; clearing: Clearing };

type KindItemProps = { kind: Kind; onClear: (wanted: Wanted) => void };

function KindItem({ kind, onClear }: KindItemProps) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const { dateTime, number } = useFormats();
  const { name, count, failed, since } = kind;
  const button = (clearing: Clearing) => (
    <Button
      aria-label={t(`jobs.${clearing}.openOf`, { job: name })}
      {...opensDialog}
      onClick={() => onClear({ kind, clearing })}
    >
      {t(`jobs.${clearing}.open`)}
    </Button>
  );
  return (
    <li>
      <div className={styles.name}>{name}</div>
      <p className={styles.state}>
        {t("jobs.waiting", { count, shown: number(count), when: dateTime(since) })}
        {failed > 0 && ` ${t("jobs.givenUp", { count: failed, shown: number(failed) })}`}
      </p>
      {failed > 0 && (
        <div className={styles.actions}>
          {button("retry")}
          {button("dismiss")}
        </div>
      )}
    </li>
  );
}

/** The kinds of jobs that do not get on, and since when. Those that were given up are tried again or dismissed here. */
export function StuckJobs({ kinds }: { kinds: readonly Kind[] }) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const { number } = useFormats();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  // What was asked stays on screen while the dialog closes.
  const [isOpen, setOpen] = useState(false);
  const { busy, failure, run } = useMutation(async ({ kind, clearing }: Wanted) => {
    const params = { name: kind.name, clearing };
    const { error } = await call(clearFailedJobs, { params, silent: true });
    await refresh(getBoard);
    setOpen(false);
    return error;
  });
  const values = { job: wanted?.kind.name, count: wanted?.kind.failed ?? 0 };
  const clearing = wanted?.clearing ?? "retry";
  return (
    <>
      {failure && (
        <Notice intent="error">
          <p>{t("jobs.failed")}</p>
        </Notice>
      )}
      <ul className={styles.list}>
        {kinds.map((kind) => (
          <KindItem
            key={kind.name}
            kind={kind}
            onClear={(next) => {
              setWanted(next);
              setOpen(true);
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={isOpen}
        title={t(`jobs.${clearing}.ask`, values)}
        action={t(`jobs.${clearing}.open`)}
        busy={busy}
        isDanger={clearing === "dismiss"}
        onConfirm={() => wanted && void run(wanted)}
        onClose={() => setOpen(false)}
      >
        <p>{t(`jobs.${clearing}.text`, { ...values, shown: number(values.count) })}</p>
      </ConfirmDialog>
    </>
  );
}
