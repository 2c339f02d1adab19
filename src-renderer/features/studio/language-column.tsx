import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { memo, use, useCallback, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { listStudio, uploadPicture, type DraftText } from "#shared/api/studio.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languageTitle, type Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { LoadingText } from "#renderer/components/states.tsx";
import { entryPath } from "#renderer/features/reading/index.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { Chapters } from "./fields/chapters.tsx";
import { EntryForm, fieldId, ProblemText, textOf, useProblem, withField } from "./fields/field.tsx";
import { Progression, Weeks } from "./fields/protocol-fields.tsx";
import { Ingredients, TinAndFeeding } from "./fields/recipe-fields.tsx";
import { ShowDayFields } from "./fields/show-day-fields.tsx";
import type { DraftSaver } from "./saving/draft-saver.ts";

// A large library, which only those who write need.
export const MarkdownEditor = lazyChunk(
  () => import("./editor/markdown-editor.tsx"),
  () => <LoadingText />,
);

const useStyles = makeStyles({
  column: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "20px",
    alignContent: "start",
  },
  head: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "8px" },
  // Of the editor and its tools: the foot of the page stays where it is when they come.
  body: { minHeight: "calc(40vh + 60px)" },
  plain: {
    boxSizing: "border-box",
    width: "100%",
    padding: "4px 0",
    border: "none",
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground1,
    font: "inherit",
    resize: "none",
    "::placeholder": { color: tokens.colorNeutralForeground3, opacity: 1 },
    // As high as its text; browsers without it show two lines.
    fieldSizing: "content",
  },
  caption: { margin: 0, fontSize: "14px", color: tokens.colorNeutralForeground3 },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "32px",
    lineHeight: 1.2,
    [media.phone]: { fontSize: "26px" },
  },
  summary: { fontSize: "18px", lineHeight: "27px", color: tokens.colorNeutralForeground2 },
  fields: { display: "grid", gap: "28px", paddingTop: "12px" },
});

type PlainTextProps = {
  place: string;
  label: string;
  placeholder: string;
  language: Language;
  className: string | undefined;
  value: unknown;
  onChange: (value: string) => void;
};

/** Title and summary: texts without a frame, of one paragraph. */
function PlainText({
  place,
  label,
  placeholder,
  language,
  className,
  value,
  onChange,
}: PlainTextProps) {
  const styles = useStyles();
  const { isReadOnly } = use(EntryForm);
  const problemId = useId();
  const problem = useProblem(place);
  return (
    <div>
      <textarea
        id={fieldId(place)}
        lang={language}
        aria-label={label}
        placeholder={placeholder}
        rows={2}
        className={mergeClasses(styles.plain, className)}
        readOnly={isReadOnly}
        value={textOf(value)}
        {...(problem !== undefined && { "aria-invalid": true, "aria-describedby": problemId })}
        onChange={({ target }) => onChange(target.value.replaceAll(/\s*\n\s*/g, " "))}
      />
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
    </div>
  );
}

/** What the text editor asks of the studio: pictures, and own entries for links. */
function useEditorCalls(kind: ContentKind, slug: string, pictures: Map<string, string>) {
  const { t } = useTranslation();
  const failed = t("failed.text");
  const upload = useCallback(
    async (file: File) => {
      const { data, error } = await call(uploadPicture, {
        params: { kind, slug },
        query: { name: file.name },
        body: file,
        silent: true,
      });
      if (error) throw new Error(error.fields?.["picture"] ?? (error.message || failed));
      pictures.set(data.name, data.address);
      return data.name;
    },
    [kind, slug, pictures, failed],
  );
  const imageAddress = useCallback((name: string) => pictures.get(name), [pictures]);
  const findEntries = useCallback(async (words: string) => {
    const { data } = await call(listStudio, { query: { q: words.slice(0, 100) }, silent: true });
    return (data?.items ?? []).map((item) => ({ title: item.title, path: entryPath(item) }));
  }, []);
  return { upload, imageAddress, findEntries };
}

type LanguageColumnProps = {
  kind: ContentKind;
  slug: string;
  language: Language;
  text: DraftText;
  saver: DraftSaver;
  /** Whether it stands beside the other language. */
  isBeside: boolean;
  /** The addresses of its pictures by their names; those of new ones are added. */
  pictures: Map<string, string>;
  /** Called when the wall is set or taken away, with what does so in the other text. */
  onWall: (language: Language, move: (body: string) => string) => void;
};

/** The fields of a kind in one language. */
function KindFields({
  kind,
  language,
  text,
  onChange,
}: Pick<LanguageColumnProps, "kind" | "language" | "text"> & {
  onChange: (name: string, value: unknown) => void;
}) {
  const fields = { language, front: text.front, onChange };
  if (kind === "recipes") {
    return (
      <>
        <Ingredients {...fields} />
        <TinAndFeeding {...fields} />
      </>
    );
  }
  if (kind === "protocols") {
    return (
      <>
        <Weeks {...fields} />
        <Progression {...fields} />
      </>
    );
  }
  return kind === "videos" && <Chapters {...fields} />;
}

/** An entry in one language: title, summary, text, and the fields of its kind. */
export const LanguageColumn = memo(function LanguageColumn(props: LanguageColumnProps) {
  const { kind, slug, language, text, saver, pictures, isBeside, onWall } = props;
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const calls = useEditorCalls(kind, slug, pictures);
  const changeText = useCallback(
    (change: (text: DraftText) => DraftText, isOnScreen = false) =>
      saver.change((draft) => {
        const { [language]: written } = draft.texts;
        if (!written) return draft;
        return { ...draft, texts: { ...draft.texts, [language]: change(written) } };
      }, isOnScreen),
    [saver, language],
  );
  const changeFront = useCallback(
    (name: string, value: unknown) =>
      changeText((written) => ({ ...written, front: withField(written.front, name, value) })),
    [changeText],
  );
  const changeBody = useCallback(
    (body: string) => changeText((written) => ({ ...written, body }), true),
    [changeText],
  );
  // The text would push away what stands below it when it comes.
  const [isTextShown, setTextShown] = useState(false);
  const showFields = useCallback(() => setTextShown(true), []);
  const name = languageTitle(language, i18n.language);
  const bodyLabel = t("inLanguage", { language: name, field: t("fields.body") });
  const bodyProblem = useProblem(`${language}.body`);
  const bodyProblemId = useId();
  return (
    <section aria-label={name} className={styles.column}>
      <div className={styles.head}>
        {isBeside && <p className={styles.caption}>{name}</p>}
        {(["title", "summary"] as const).map((field) => (
          <PlainText
            key={field}
            place={`${language}.${field}`}
            label={t("inLanguage", { language: name, field: t(`fields.${field}`) })}
            placeholder={t(`placeholder.${field}`)}
            language={language}
            className={styles[field]}
            value={text.front[field]}
            onChange={(value) => changeFront(field, value)}
          />
        ))}
      </div>
      <div
        id={fieldId(`${language}.body`)}
        tabIndex={-1}
        className={styles.body}
        {...(bodyProblem !== undefined && {
          role: "group",
          "aria-label": bodyLabel,
          "aria-describedby": bodyProblemId,
        })}
      >
        {/* Below a long text it would be out of view. */}
        {bodyProblem !== undefined && <ProblemText id={bodyProblemId}>{bodyProblem}</ProblemText>}
        <MarkdownEditor
          key={String(isReadOnly)}
          initial={text.body}
          label={bodyLabel}
          onChange={changeBody}
          readOnly={isReadOnly}
          onShown={showFields}
          onWall={(move) => onWall(language, move)}
          {...calls}
        />
      </div>
      {isTextShown && (
        <div className={styles.fields}>
          <KindFields kind={kind} language={language} text={text} onChange={changeFront} />
          {isPartOn(brand, "showDay") && (
            <ShowDayFields language={language} front={text.front} onChange={changeFront} />
          )}
        </div>
      )}
    </section>
  );
});
