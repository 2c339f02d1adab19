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
  type SyntheticEvent,
} from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { showDraft, type ShownDraft, type StudioEntry } from "#shared/api/studio.ts";
import type { Entry, Preview } from "#shared/api/library.ts";
import { isLanguage, languageTitle, type Language } from "#shared/languages.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { emptyMarkup } from "#renderer/components/trusted-types.ts";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { useGlobalStyles } from "#renderer/theme/global-styles.ts";
import { memberTheme } from "#renderer/theme/member-theme.ts";
import { publicTheme } from "#renderer/theme/public-theme.ts";
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
  },
  member: { colorScheme: "dark" },
  visitor: { colorScheme: "light" },
});

const readers = ["member", "visitor"] as const;
type Reader = (typeof readers)[number];
const themes = { member: memberTheme, visitor: publicTheme };

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
  if (!closest?.call(event.target, "a")) return;
  event.preventDefault();
  event.stopPropagation(); // the router's links follow anyway
}

/** The ground of the member area or of the public pages, in the styles of the frame. */
function Ground({ reader, children }: { reader: Reader; children: ReactNode }) {
  const styles = useStyles();
  useGlobalStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it only holds links back
    <div className={mergeClasses(styles.ground, styles[reader])} onClickCapture={stayHere}>
      {children}
    </div>
  );
}

type FrameProps = { reader: Reader; title: string; className: string; children: ReactNode };

/** A window of its own width in the page: media queries follow it. */
function Frame({ reader, title, className, children }: FrameProps) {
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
  // `about:blank` is in quirks mode, where tables do not inherit colours and sizes; an empty `srcdoc` is not.
  const begin = (element: HTMLIFrameElement | null) => {
    if (element && !element.hasAttribute("srcdoc")) element.srcdoc = emptyMarkup;
  };
  const open = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const inner = currentTarget.contentDocument;
    if (inner?.URL !== "about:srcdoc" || inner === frame) return;
    prepare(inner);
    setFrame(inner);
  };
  return (
    // Its document is ours, and runs no scripts of its own.
    <iframe
      ref={begin}
      onLoad={open}
      title={title}
      sandbox="allow-same-origin"
      className={className}
    >
      {frame &&
        renderer &&
        createPortal(
          <RendererProvider renderer={renderer} targetDocument={frame}>
            <FluentProvider theme={themes[reader]()} targetDocument={frame} dir={dir}>
              <Ground reader={reader}>{children}</Ground>
            </FluentProvider>
          </RendererProvider>,
          frame.body,
        )}
    </iframe>
  );
}

/** An entry as the pages of its readers show it. */
export type ReaderPages = {
  member: ComponentType<{ entry: Entry; reload: () => Promise<Entry | null> }>;
  visitor: ComponentType<{ preview: Preview }>;
};

type ChipsProps<Value> = {
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of some values. */
function Chips<Value>({ label, options, chosen, onChoose }: ChipsProps<Value>) {
  const styles = useStyles();
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {options.map(([value, text]) => (
        <FilterChip key={text} isChosen={value === chosen} onToggle={() => onChoose(value)}>
          {text}
        </FilterChip>
      ))}
    </div>
  );
}

const dated = ({ whole, ...preview }: ShownDraft["preview"], publishedAt: string): Preview => ({
  ...preview,
  publishedAt,
  ...(whole && { whole: { ...whole, publishedAt } }),
});

type PreviewDialogProps = {
  open: boolean;
  entry: StudioEntry;
  pages: ReaderPages;
  onClose: () => void;
};

/** The working copy as members and visitors would see it, in their themes: in both languages, on a computer and on a phone. */
export function PreviewDialog({ open, entry, pages, onClose }: PreviewDialogProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const [language, setLanguage] = useState<Language>(
    isLanguage(i18n.language) ? i18n.language : "en",
  );
  const [reader, setReader] = useState<Reader>("member");
  const [isPhone, setPhone] = useState(false);
  const own = writtenLanguages();
  const { kind, slug } = entry;
  const publishedAt = entry.publishedAt ?? "";
  const query = useApiQuery(
    showDraft,
    { params: { kind, slug }, language, silent: true },
    { enabled: open, staleTime: 0 },
  );
  const reload = async () => {
    const { data } = await query.refetch();
    return data ? { ...data.entry, publishedAt } : null;
  };
  return (
    <WideDialog open={open} title={t("shown.title")} onClose={onClose}>
      <div className={styles.choices}>
        <Chips
          label={t("shown.reader")}
          options={readers.map((one) => [one, t(`shown.${one}`)])}
          chosen={reader}
          onChoose={setReader}
        />
        {own.length > 1 && (
          <Chips
            label={t("shown.language")}
            options={own.map((one) => [one, languageTitle(one, i18n.language)])}
            chosen={language}
            onChoose={setLanguage}
          />
        )}
        <Chips
          label={t("shown.width")}
          options={[
            [false, t("shown.computer")],
            [true, t("shown.phone")],
          ]}
          chosen={isPhone}
          onChoose={setPhone}
        />
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
            reader={reader}
            title={t("shown.title")}
            className={mergeClasses(styles.frame, isPhone && styles.phone)}
          >
            {reader === "member" ? (
              <pages.member entry={{ ...shown.entry, publishedAt }} reload={reload} />
            ) : (
              <pages.visitor preview={dated(shown.preview, publishedAt)} />
            )}
          </Frame>
        )}
      </QueryView>
    </WideDialog>
  );
}
