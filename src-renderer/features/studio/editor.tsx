import { Button, makeStyles } from "@fluentui/react-components";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DraftProblem, StudioEntry } from "#shared/api/studio.ts";
import { isLanguage, type Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { ActReport, useReported } from "#renderer/components/act-report.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { usePageTitle } from "#renderer/components/page.tsx";
import { announceAddress } from "#renderer/features/announcements/index.ts";
import { entryPath, titleOfEntry } from "#renderer/features/reading/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Conflict } from "./compare/conflict.tsx";
import { DetailsPanel } from "./details/details-panel.tsx";
import { EntryNotice, useStateText } from "./entry-notice.tsx";
import { EntryForm, textOf } from "./fields/field.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { LanguageColumns, useIsWide } from "./language-columns.tsx";
import { Outdated } from "./outdated.tsx";
import { PreviewDialog, type ReaderPages } from "./preview-dialog.tsx";
import { focusField, ProblemList } from "./problem-list.tsx";
import { PublishMenu, type PublishAct } from "./publish-menu.tsx";
import { refreshStudio } from "./refresh-studio.ts";
import { LoginAgain } from "./saving/login-again.tsx";
import { SaveStatus } from "./saving/save-status.tsx";
import { UnsavedOffer } from "./saving/unsaved-offer.tsx";
import { VideoFiles } from "./video/video-files.tsx";
import { useDraft, useDraftSaver } from "./saving/use-draft.ts";

const useStyles = makeStyles({
  root: {
    paddingTop: "24px",
    paddingBottom: "80px",
    // The tools of a text stay below the bar of the area, and below that of the entry where there is room for both.
    "--studio-toolbar-top": "117px",
    [media.belowTablet]: { "--studio-toolbar-top": "60px" },
    [media.phone]: { paddingTop: "12px" },
  },
  bar: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    padding: "8px 0",
    marginBottom: "16px",
    position: "sticky",
    top: "60px",
    zIndex: 3,
    backgroundColor: tokens.colorNeutralBackground1,
    [media.belowTablet]: { position: "static" },
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  status: { flexGrow: 1, minWidth: 0 },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    // What finishes the work stands beside the state, in reach.
    [media.phone]: { order: 1, width: "100%" },
  },
  notices: { display: "grid", gap: "12px", marginBottom: "16px", ":empty": { display: "none" } },
});

type Overlay = "details" | "history" | "preview";

const noProblems: readonly DraftProblem[] = [];

/** Time until a panel that opens can have the focus. */
const afterOpeningMs = 300;

/** What was done, in words; a publication leads to the entry. */
function useActReport() {
  const { t } = useTranslation(["studio", "forms"]);
  const { appointment } = useFormats();
  const { reported, report } = useReported<{
    text: string;
    isFailure?: boolean;
    isRead?: boolean;
  }>();
  return {
    reported,
    reportText: (text: string) => report({ text }),
    reportDone: (act: PublishAct, now: StudioEntry) => {
      const time = now.publishedAt ? appointment(now.publishedAt) : "";
      report({ text: t(`publish.done.${act}`, { time }), isRead: act === "now" });
    },
    reportFailure: ({ kind, code }: ApiFailure) => {
      const isIncomplete = code === "validation";
      const other = kind === "offline" ? t("forms:failure.offline") : t("forms:failure.other");
      report({ text: isIncomplete ? t("publish.incomplete") : other, isFailure: true });
    },
  };
}

/** Brings fields on screen: those of a language in its column, those of the files of a video, all others in the panel. */
function useShowField(showLanguage: (language: Language) => void, openDetails: () => void) {
  return (place: string) => {
    const [language] = place.split(".");
    if (isLanguage(language)) showLanguage(language);
    else if (!focusField(place)) openDetails();
    setTimeout(() => focusField(place), afterOpeningMs);
  };
}

/** Writes an entry: its texts side by side, everything else one press away. */
export function Editor({ entry: loaded, pages }: { entry: StudioEntry; pages: ReaderPages }) {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["studio", "titles"]);
  const saver = useDraftSaver(loaded);
  const state = useDraft(saver);
  const { entry, draft, problems } = state;
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [language, setLanguage] = useState<Language>("en");
  const [hasTried, setTried] = useState(false);
  const isWide = useIsWide();
  const stateText = useStateText();
  const { reported, reportText, reportDone, reportFailure } = useActReport();
  const isReadOnly = entry.isOfFolder || entry.state === "bin";
  // Beside the fields once somebody tried to publish, or looked: who begins to write is not met by errors.
  const form = useMemo(
    () => ({ problems: hasTried ? problems : noProblems, isReadOnly }),
    [problems, hasTried, isReadOnly],
  );
  const heading = usePageTitle(textOf(draft.texts.en.front["title"]) || t("untitled"));
  const showField = useShowField(setLanguage, () => setOverlay("details"));
  const close = () => setOverlay(null);
  const show = async (one: Overlay) => {
    if (one === "preview") await saver.save(); // it shows what is stored
    setOverlay(one);
  };
  const onDone = (act: PublishAct) => {
    setTried(false);
    refreshStudio();
    reportDone(act, saver.read().entry);
  };
  return (
    <EntryForm value={form}>
      <div className={`${frame} ${styles.root}`}>
        <TextLink to={routePath("studio")}>{t("titles:studio")}</TextLink>
        <Heading level={1} size="label" ref={heading}>
          {`${t(`titles:${titleOfEntry(entry.kind)}`)} · ${stateText(entry)}`}
        </Heading>
        <div className={styles.bar}>
          <div className={styles.status}>
            {!isReadOnly && <SaveStatus state={state} onRetry={() => void saver.save()} />}
            <LoginAgain />
          </div>
          <div className={styles.buttons}>
            {(["preview", "history", "details"] as const).map((one) => (
              <Button key={one} onClick={() => void show(one)}>
                {t(`open.${one}`)}
              </Button>
            ))}
          </div>
          {!isReadOnly && (
            <PublishMenu
              saver={saver}
              state={state}
              onDone={onDone}
              onFailed={(failure) => {
                setTried(true);
                reportFailure(failure);
              }}
            />
          )}
        </div>
        <div className={styles.notices}>
          <ActReport reported={reported}>
            {reported && (
              <p>
                {reported.text}{" "}
                {reported.isRead && (
                  <>
                    <TextLink to={entryPath(entry)}>{t("publish.read")}</TextLink>
                    {" · "}
                    <TextLink to={announceAddress(entry)}>{t("publish.announce")}</TextLink>
                  </>
                )}
              </p>
            )}
          </ActReport>
          <EntryNotice saver={saver} entry={entry} onDone={reportText} />
          <Conflict saver={saver} state={state} />
          {!isReadOnly && <UnsavedOffer entry={entry} saver={saver} />}
          <Outdated entry={entry} draft={draft} />
          {!isReadOnly && (
            <ProblemList
              problems={problems}
              isOpen={hasTried}
              onOpen={setTried}
              onShow={showField}
            />
          )}
        </div>
        {entry.kind === "videos" && (
          <VideoFiles saver={saver} state={state} isReadOnly={isReadOnly} />
        )}
        <LanguageColumns
          saver={saver}
          state={state}
          isWide={isWide}
          language={language}
          onLanguage={setLanguage}
        />
        <DetailsPanel
          open={overlay === "details"}
          saver={saver}
          state={state}
          isReadOnly={isReadOnly}
          onClose={close}
          onDeleted={() => {
            close();
            refreshStudio();
            reportText(t("bin.done"));
          }}
        />
        <HistoryDialog
          open={overlay === "history"}
          saver={saver}
          draft={draft}
          isReadOnly={isReadOnly}
          onClose={close}
          onRestored={() => reportText(t("history.restored"))}
        />
        <PreviewDialog open={overlay === "preview"} entry={entry} pages={pages} onClose={close} />
      </div>
    </EntryForm>
  );
}
