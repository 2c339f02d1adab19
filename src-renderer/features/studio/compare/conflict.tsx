import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Draft } from "#shared/api/studio.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { useCopy } from "#renderer/components/use-copy.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import type { DraftSaver, DraftState } from "../saving/draft-saver.ts";
import { WideDialog } from "../wide-dialog.tsx";
import { CompareView } from "./compare-view.tsx";
import { draftParts } from "./draft-parts.ts";
import { useFieldName } from "./field-name.ts";

const useStyles = makeStyles({
  notice: { display: "grid", gap: "8px", justifyItems: "start", "> p": { margin: 0 } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** Copies a whole working copy as text. */
export function CopyDraft({ draft, label }: { draft: Draft; label: string }) {
  const { t } = useTranslation("studio");
  const nameOf = useFieldName();
  const { outcome, copy } = useCopy();
  const text = () =>
    draftParts(draft)
      .map((part) => `${nameOf(part.place)}\n\n${part.text}`)
      .join("\n\n\n");
  return (
    <>
      <Button size="large" onClick={() => void copy(text())}>
        {label}
      </Button>
      <span role="status">{outcome && t(`compare.${outcome}`)}</span>
    </>
  );
}

type ConflictProps = { saver: DraftSaver; state: DraftState };

/** Says that another text was saved meanwhile, and lets the user compare and choose. Neither is lost before. */
export function Conflict({ saver, state: { draft, status } }: ConflictProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { dateTime } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (status.kind !== "conflict") return null;
  const { theirs } = status;
  const { edited } = theirs;
  const by = edited?.isOwn ? t("compare.otherWindow") : (edited?.by ?? t("compare.somebody"));
  const time = edited ? dateTime(edited.at) : "";
  const takeTheirs = t(edited?.isOwn ? "conflict.takeOther" : "conflict.takeTheirs");
  return (
    <Notice intent="error">
      <div className={styles.notice}>
        <p>
          {!edited
            ? t("conflict.text")
            : edited.isOwn
              ? t("conflict.own", { time })
              : t("conflict.by", { by, time })}
        </p>
        <Button onClick={() => setOpen(true)}>{t("conflict.open")}</Button>
      </div>
      <WideDialog
        open={isOpen}
        title={t("conflict.title")}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button appearance="primary" size="large" onClick={() => saver.keepMine()}>
              {t("conflict.keepMine")}
            </Button>
            <Button size="large" onClick={() => setAsking(true)}>
              {takeTheirs}
            </Button>
            <CopyDraft draft={draft} label={t("conflict.copyMine")} />
          </>
        }
      >
        <p>{t("conflict.lead", { by })}</p>
        <CompareView before={theirs.draft} after={draft} />
      </WideDialog>
      <ConfirmDialog
        open={isAsking}
        isDanger
        title={t("conflict.takeTitle")}
        action={takeTheirs}
        onConfirm={() => saver.takeTheirs()}
        onClose={() => setAsking(false)}
      >
        <p>{t("conflict.takeText")}</p>
      </ConfirmDialog>
    </Notice>
  );
}
