import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { draftSchema, type StudioEntry } from "#shared/api/studio.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { CompareView } from "../compare/compare-view.tsx";
import { CopyDraft } from "../compare/conflict.tsx";
import { WideDialog } from "../wide-dialog.tsx";
import { lockOf, type DraftSaver, type UnsavedDraft, isSameDraft } from "./draft-saver.ts";

const unsavedDraftSchema: z.ZodMiniType<UnsavedDraft> = z.object({
  userId: z.string(),
  kind: z.string(),
  slug: z.string(),
  draft: draftSchema,
  at: z.iso.datetime(),
});

type Found = UnsavedDraft & { key: string };

/** Returns the names of the locks held by open windows, which own the drafts of these names. */
const heldLocks = async (): Promise<ReadonlySet<string>> => {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name = "" }) => name));
};

/** Finds what an earlier visit of the user could not save of an entry, the latest first. What was saved after all is removed. */
async function findUnsaved({ kind, slug, draft }: StudioEntry, userId: string): Promise<Found[]> {
  const [all, locks] = await Promise.all([platform.unsavedDrafts.read(), heldLocks()]);
  const found = all.flatMap(({ key, value }) => {
    const offered = unsavedDraftSchema.safeParse(value).data;
    const isOfEntry = offered?.userId === userId && offered.kind === kind && offered.slug === slug;
    return offered && isOfEntry && !locks.has(lockOf(key)) ? [{ ...offered, key }] : [];
  });
  const isSaved = (offered: Found) => isSameDraft(offered.draft, draft);
  for (const { key } of found.filter(isSaved)) void platform.unsavedDrafts.write(key, null);
  return found.filter((offered) => !isSaved(offered)).toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

const useStyles = makeStyles({
  notice: { display: "grid", gap: "8px", justifyItems: "start", "> p": { margin: 0 } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

type UnsavedOfferProps = { entry: StudioEntry; saver: DraftSaver };

/** Offers the text that an earlier visit left unsaved on this device: to compare, to keep, to discard. */
export function UnsavedOffer({ entry, saver }: UnsavedOfferProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { dateTime } = useFormats();
  const [all, setAll] = useState<readonly Found[]>([]);
  const [isOpen, setOpen] = useState(false);
  // What was there when the page was opened.
  const [opened] = useState(entry);
  useEffect(() => {
    let isGone = false;
    const userId = useSession.getState().user?.id ?? "";
    const find = async () => {
      const unsaved = await findUnsaved(opened, userId);
      if (!isGone) setAll(unsaved);
    };
    void find();
    return () => void (isGone = true);
  }, [opened]);
  const [found] = all;
  if (!found) return null;
  const finish = () => {
    void platform.unsavedDrafts.write(found.key, null);
    setOpen(false);
    setAll(all.slice(1));
  };
  const use = () => {
    saver.replace(found.draft);
    saver.keep();
    finish();
  };
  const discard = <Button onClick={finish}>{t("unsaved.discard")}</Button>;
  return (
    <Notice intent="warning">
      <div className={styles.notice}>
        <p>{t("unsaved.text", { time: dateTime(found.at) })}</p>
        <div className={styles.buttons}>
          <Button onClick={() => setOpen(true)}>{t("unsaved.show")}</Button>
          <Button onClick={use}>{t("unsaved.use")}</Button>
          {discard}
        </div>
      </div>
      <WideDialog
        open={isOpen}
        title={t("unsaved.title")}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button appearance="primary" onClick={use}>
              {t("unsaved.use")}
            </Button>
            {discard}
            <CopyDraft draft={found.draft} label={t("unsaved.copy")} />
          </>
        }
      >
        <p>{t("unsaved.lead")}</p>
        <CompareView before={saver.read().draft} after={found.draft} />
      </WideDialog>
    </Notice>
  );
}
