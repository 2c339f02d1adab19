import { Button, makeStyles } from "@fluentui/react-components";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import type { DraftProblem, StudioEntry } from "#shared/api/studio.ts";
import { type ContentKind, contentKinds, kindFacts } from "#shared/content-kinds.ts";
import { isLanguage, standInLanguage, type Language } from "#shared/languages.ts";
import { brand, firstLanguage } from "#renderer/platform/brand.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { useActionReport } from "#renderer/components/action-result.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { Page, usePageTitle } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { readFields } from "#renderer/platform/typed-fields.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media } from "#renderer/theme/tokens.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { Conflict } from "./compare/conflict.tsx";
import { useFieldName } from "./compare/field-name.ts";
import { DetailsPanel } from "./details/details-panel.tsx";
import {
  EntryBar,
  useBarHeight,
  type EntryReport,
  type Overlay,
  type PublishAct,
} from "./entry-bar.tsx";
import { EmbedsNotice } from "./embeds-notice.tsx";
import { EntryNotice } from "./entry-notice.tsx";
import { EntryForm, fieldId, problemAt, textOf } from "./fields/field.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { LanguageColumns, useIsWide } from "./language-columns.tsx";
import { Outdated } from "./outdated.tsx";
import { PreviewDialog, type ReaderPages } from "./preview-dialog.tsx";
import { refreshStudio } from "./refresh-studio.ts";
import type { DraftSaver } from "./saving/draft-saver.ts";
import { UnsavedOffer } from "./saving/unsaved-offer.tsx";
import { VideoFiles } from "./video/video-files.tsx";
import { useDraft, useDraftSaver, useStudioEntry } from "./saving/use-draft.ts";

const useProblemListStyles = makeStyles({
  root: { marginBottom: "16px" },
  summary: { cursor: "pointer", minHeight: "32px" },
  list: { margin: 0, paddingLeft: "20px" },
  link: {
    minWidth: 0,
    minHeight: "32px",
    padding: "0 4px",
    textAlign: "left",
    fontWeight: 400,
    textDecorationLine: "underline",
  },
});

/** Moves the focus to the field at a place, else to the closest one around it. Returns whether there was one. */
function focusField(place: string): boolean {
  const parts = place.split(".");
  for (let length = parts.length; length > 0; length--) {
    const field = document.getElementById(fieldId(parts.slice(0, length).join(".")));
    if (!field) continue;
    field.focus();
    field.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}

type ProblemListProps = {
  problems: readonly DraftProblem[];
  /** The places whose problems are shown at their fields. */
  placesAtFields: readonly string[];
  /** Whether it is shown in full: somebody tried to publish, or asked for it. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Brings the field of a place on screen, and gives it the focus. */
  onShow: (place: string) => void;
};

/** Lists the problems that prevent publication, with links to the fields. Has the message where the field does not show it. */
function ProblemList({ problems, placesAtFields, isOpen, onOpen, onShow }: ProblemListProps) {
  const styles = useProblemListStyles();
  const { t } = useTranslation("studio");
  const nameOf = useFieldName();
  if (problems.length === 0) return null;
  return (
    <details
      open={isOpen}
      className={styles.root}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>{t("problems", { count: problems.length })}</summary>
      <ul className={styles.list}>
        {problems.map((problem) => {
          const { place, message } = problem;
          const isAtField =
            placesAtFields.includes(place) && problemAt(problems, place) === problem;
          return (
            <li key={`${place} ${message}`}>
              <Button
                appearance="transparent"
                className={styles.link}
                onClick={() => onShow(place)}
              >
                {isAtField ? nameOf(place) : `${nameOf(place)}: ${message}`}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const useStyles = makeStyles({
  root: {
    paddingTop: "24px",
    paddingBottom: "80px",
    [media.phone]: { paddingTop: "12px" },
    // Below the bars and the tools of a text, together with the page's scroll padding.
    "& :is(input, textarea, select, fieldset, [tabindex='-1'])": { scrollMarginTop: "100px" },
  },
  notices: { display: "grid", gap: "12px", marginBottom: "16px", ":empty": { display: "none" } },
});

const noProblems: readonly DraftProblem[] = [];

/** Returns the places whose problems are shown at their fields, and the function by which a field registers. */
function useProblemsAtFields() {
  const [placesAtFields, setPlaces] = useState<readonly string[]>([]);
  const registerProblem = useCallback((place: string) => {
    setPlaces((before) => [...before, place]);
    return () => setPlaces((before) => before.filter((one) => one !== place));
  }, []);
  return { placesAtFields, registerProblem };
}

/** Time until a panel that opens can have the focus. */
const afterOpeningMs = 300;

/** What was done, in words; a publication leads to the entry. */
function useActReport(saver: DraftSaver) {
  const { t } = useTranslation(["studio", "forms"]);
  const { appointment } = useFormats();
  const { reported, report: show, clear } = useActionReport<EntryReport>();
  const report = (outcome: Omit<EntryReport, "draft">) =>
    show({ ...outcome, draft: saver.read().draft });
  return {
    reported,
    clear,
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
function Editor({ entry: loaded, pages }: { entry: StudioEntry; pages: ReaderPages }) {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["studio", "titles"]);
  const titleOf = usePageTitles();
  const saver = useDraftSaver(loaded);
  const state = useDraft(saver);
  const { entry, draft, problems, takenOver } = state;
  const { dateTime } = useFormats();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [hasTried, setTried] = useState(false);
  const isWide = useIsWide();
  const { reported, clear, reportText, reportDone, reportFailure } = useActReport(saver);
  const { root, bar } = useBarHeight();
  const reportTakenOver = useEffectEvent(({ isOwn, by, at }: NonNullable<typeof takenOver>) => {
    const words = { by: by ?? t("compare.somebody"), time: dateTime(at) };
    reportText(t(isOwn ? "takenOver.own" : "takenOver.by", words));
  });
  useEffect(() => {
    if (takenOver) reportTakenOver(takenOver);
  }, [takenOver]);
  const isSaved = state.status.kind === "saved";
  useEffect(() => {
    if (isSaved) readFields(root.current)();
  }, [isSaved, root]);
  const isReadOnly = entry.isOfFolder || entry.state === "bin";
  // Beside the fields once somebody tried to publish, or looked: who begins to write is not met by errors.
  const { placesAtFields, registerProblem } = useProblemsAtFields();
  const form = useMemo(
    () => ({ problems: hasTried ? problems : noProblems, isReadOnly, registerProblem }),
    [problems, hasTried, isReadOnly, registerProblem],
  );
  const heading = usePageTitle(
    textOf(
      (draft.texts[firstLanguage()] ?? draft.texts[standInLanguage(draft.texts, brand.languages)])
        ?.front["title"],
    ) || t("untitled"),
  );
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
      <div ref={root} className={`${frame} ${styles.root}`}>
        <TextLink to={routePath("studio")}>{t("titles:studio")}</TextLink>
        <Heading level={1} size="label" ref={heading}>
          {titleOf(kindFacts[entry.kind].entry)}
        </Heading>
        <EntryBar
          bar={bar}
          saver={saver}
          state={state}
          isReadOnly={isReadOnly}
          reported={reported}
          onDismiss={clear}
          onOpen={(one) => void show(one)}
          onDone={onDone}
          onFailed={(failure) => {
            setTried(true);
            reportFailure(failure);
          }}
        />
        <div className={styles.notices}>
          <EntryNotice saver={saver} entry={entry} onDone={reportText} />
          <Conflict saver={saver} state={state} />
          {!isReadOnly && <UnsavedOffer entry={entry} saver={saver} />}
          <Outdated entry={entry} draft={draft} />
          <EmbedsNotice texts={draft.texts} />
          {!isReadOnly && (
            <ProblemList
              problems={problems}
              placesAtFields={placesAtFields}
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

function MissingEntry() {
  const { t } = useTranslation("studio");
  return (
    <Page title={t("missing.title")} lead={t("missing.text")} width="reading">
      <ButtonLink to={routePath("studio")} look="accent">
        {t("missing.action")}
      </ButtonLink>
    </Page>
  );
}

type EntryEditorProps = { kind: ContentKind; slug: string; pages: ReaderPages };

function EntryEditor({ kind, slug, pages }: EntryEditorProps) {
  const { t } = useTranslation("titles");
  const query = useStudioEntry(kind, slug);
  return (
    <QueryView
      query={query}
      loading={
        <Page title={t("studioEntry")}>
          <LoadingText />
        </Page>
      }
      renderFailure={(failure, standard) =>
        failure.code === "not-found" || failure.code === "validation" ? (
          <MissingEntry />
        ) : (
          <Page title={t("studioEntry")}>{standard}</Page>
        )
      }
    >
      {(entry) => <Editor entry={entry} pages={pages} />}
    </QueryView>
  );
}

/** /studio/{kind}/{slug}: one entry, written in its languages. `pages` show it as its readers see it. */
export function EditorPage({ pages }: { pages: ReaderPages }) {
  const { kind: named, slug } = useParams();
  const kind = contentKinds.find((known) => known === named);
  // Who logs in over the text of somebody else loads the entry anew.
  const userId = useUser()?.id ?? null;
  const [owner, setOwner] = useState(userId);
  if (userId !== null && userId !== owner) setOwner(userId);
  if (!kind || slug === undefined) return <MissingEntry />;
  return <EntryEditor key={`${kind}/${slug}/${owner}`} kind={kind} slug={slug} pages={pages} />;
}
