import {
  createDOMRenderer,
  FluentProvider,
  makeStyles,
  mergeClasses,
  RendererProvider,
  useFluent,
} from "@fluentui/react-components";
import {
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { showDraft, type StudioEntry } from "#shared/api/studio.ts";
import type { Entry } from "#shared/api/library.ts";
import { languages, isLanguage, type Language } from "#shared/languages.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { useGlobalStyles } from "#renderer/theme/global-styles.ts";
import { memberTheme } from "#renderer/theme/member-theme.ts";
import { compareMediaQueries } from "#renderer/theme/style-renderer.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { FilterChip } from "#renderer/features/reading/index.ts";
import { WideDialog } from "./wide-dialog.tsx";

const useStyles = makeStyles({
  choices: { display: "flex", flexWrap: "wrap", gap: "8px 24px", marginBottom: "12px" },
  group: { display: "flex", gap: "8px" },
  frame: {
    display: "block",
    boxSizing: "border-box",
    width: "100%",
    height: "70vh",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  phone: { width: "375px", maxWidth: "100%", marginLeft: "auto", marginRight: "auto" },
  ground: {
    minHeight: "100vh",
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    colorScheme: "dark",
  },
});

/** Gives a frame the fonts of the page. Its styles are its own. */
function prepare(frame: Document): void {
  for (const sheet of document.head.querySelectorAll(
    "link[rel='stylesheet'], style:not([data-make-styles-bucket])",
  )) {
    frame.head.append(sheet.cloneNode(true));
  }
  frame.documentElement.lang = document.documentElement.lang;
  frame.body.style.margin = "0";
}

/** Links would lead away from the studio. Elements of a frame are no instances of this window's classes. */
function stayHere(event: MouseEvent): void {
  const { closest } = event.target as { closest?: Element["closest"] };
  if (closest?.call(event.target, "a")) event.preventDefault();
}

/** The ground of the member area, in the styles of the frame. */
function Ground({ children }: { children: ReactNode }) {
  const styles = useStyles();
  useGlobalStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it only holds links back
    <div className={styles.ground} onClickCapture={stayHere}>
      {children}
    </div>
  );
}

type FrameProps = { title: string; className: string; children: ReactNode };

/** A window of its own width in the page: media queries follow it. */
function Frame({ title, className, children }: FrameProps) {
  const { dir } = useFluent();
  const [frame, setFrame] = useState<Document | null>(null);
  const renderer = useMemo(
    () => frame && createDOMRenderer(frame, { compareMediaQueries }),
    [frame],
  );
  useEffect(() => {
    const { title: before } = document;
    return () => void (document.title = before); // the shown page has set its own
  }, []);
  const open = (element: HTMLIFrameElement | null) => {
    const inner = element?.contentDocument;
    if (!inner || inner === frame) return;
    prepare(inner);
    setFrame(inner);
  };
  return (
    // Its document is ours, and runs no scripts of its own.
    <iframe ref={open} title={title} sandbox="allow-same-origin" className={className}>
      {frame &&
        renderer &&
        createPortal(
          <RendererProvider renderer={renderer} targetDocument={frame}>
            <FluentProvider theme={memberTheme} targetDocument={frame} dir={dir}>
              <Ground>{children}</Ground>
            </FluentProvider>
          </RendererProvider>,
          frame.body,
        )}
    </iframe>
  );
}

/** An entry as the page of readers shows it. */
export type ShowEntry = ComponentType<{ entry: Entry; reload: () => Promise<Entry | null> }>;

type PreviewDialogProps = {
  open: boolean;
  entry: StudioEntry;
  ShowEntry: ShowEntry;
  onClose: () => void;
};

/** The working copy as its readers would see it: in both languages, on a computer and on a phone. */
export function PreviewDialog({ open, entry, ShowEntry, onClose }: PreviewDialogProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const [language, setLanguage] = useState<Language>(
    isLanguage(i18n.language) ? i18n.language : "en",
  );
  const [isPhone, setPhone] = useState(false);
  const { kind, slug } = entry;
  const query = useApiQuery(
    showDraft,
    { params: { kind, slug }, language, silent: true },
    { enabled: open, staleTime: 0 },
  );
  const reload = async () => {
    const { data } = await query.refetch();
    return data ? { ...data, publishedAt: entry.publishedAt ?? "" } : null;
  };
  return (
    <WideDialog open={open} title={t("shown.title")} onClose={onClose}>
      <div className={styles.choices}>
        <div role="group" aria-label={t("shown.language")} className={styles.group}>
          {languages.map((one) => (
            <FilterChip key={one} isChosen={one === language} onToggle={() => setLanguage(one)}>
              {t(`languages.${one}`)}
            </FilterChip>
          ))}
        </div>
        <div role="group" aria-label={t("shown.width")} className={styles.group}>
          {([false, true] as const).map((one) => (
            <FilterChip key={String(one)} isChosen={one === isPhone} onToggle={() => setPhone(one)}>
              {t(one ? "shown.phone" : "shown.computer")}
            </FilterChip>
          ))}
        </div>
      </div>
      <QueryView
        query={query}
        loading={<LoadingText />}
        renderFailure={(failure, standard) =>
          failure.code === "validation" ? (
            <Notice intent="warning">
              <p>{t("shown.incomplete")}</p>
            </Notice>
          ) : (
            standard
          )
        }
      >
        {(shown) => (
          <Frame
            title={t("shown.title")}
            className={mergeClasses(styles.frame, isPhone && styles.phone)}
          >
            <ShowEntry entry={{ ...shown, publishedAt: entry.publishedAt ?? "" }} reload={reload} />
          </Frame>
        )}
      </QueryView>
    </WideDialog>
  );
}
