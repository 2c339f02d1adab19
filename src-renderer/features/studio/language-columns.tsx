import { Button, makeStyles } from "@fluentui/react-components";
import { use, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DraftText } from "#shared/api/studio.ts";
import { languages, languageTitle, standInLanguage, type Language } from "#shared/languages.ts";
import { useMatches } from "#renderer/components/use-matches.ts";
import { FilterChip } from "#renderer/features/reading/index.ts";
import { useLanguageWords } from "#renderer/i18n/formats.ts";
import { brand, firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { EntryForm } from "./fields/field.tsx";
import { LanguageColumn } from "./language-column.tsx";
import type { DraftSaver, DraftState } from "./saving/draft-saver.ts";

/** Where two texts fit beside each other. */
const wide = "(min-width: 1280px)";

const useStyles = makeStyles({
  both: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    gap: "48px",
    alignItems: "start",
  },
  one: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "20px" },
  choice: { display: "flex", flexWrap: "wrap", gap: "8px" },
  missing: {
    gridColumn: "1 / -1",
    display: "grid",
    justifyItems: "start",
    gap: "12px",
    padding: "20px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "> p": { margin: 0 },
  },
});

/** Hook: whether two texts fit beside each other. */
export const useIsWide = (): boolean => useMatches(wide);

/** A text to begin a translation with: what is the same in both languages, as ingredients and weeks, waits to be translated. */
const translationOf = ({ front }: DraftText): DraftText => ({
  front: { ...structuredClone(front), title: "", summary: "" },
  body: "",
});

const empty: DraftText = { front: {}, body: "" };

/** The same with the text of before, whose headings and pictures stay while its words are replaced. */
const structureOf = (text: DraftText): DraftText => ({ ...translationOf(text), body: text.body });

/** In place of a text in a language. */
function MissingText({ saver, language }: { saver: DraftSaver; language: Language }) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const wordsOf = useLanguageWords();
  const { texts } = saver.read().draft;
  const source = texts[firstLanguage()] ? firstLanguage() : standInLanguage(texts, brand.languages);
  const words = { ...wordsOf(language), first: wordsOf(source).language };
  const add = (begin: (text: DraftText) => DraftText) =>
    saver.change((draft) => ({
      ...draft,
      texts: { ...draft.texts, [language]: begin(draft.texts[source] ?? empty) },
    }));
  return (
    <section aria-label={languageTitle(language, i18n.language)} className={styles.missing}>
      <p>{t(language === firstLanguage() ? "missingText.needed" : "missingText.text", words)}</p>
      {!isReadOnly && (
        <div className={styles.choice}>
          <Button onClick={() => add(translationOf)}>{t("missingText.add", words)}</Button>
          <Button onClick={() => add(structureOf)}>{t("missingText.addStructure", words)}</Button>
        </div>
      )}
    </section>
  );
}

type LanguageColumnsProps = {
  saver: DraftSaver;
  state: DraftState;
  isWide: boolean;
  /** The language that is shown where only one fits. */
  language: Language;
  onLanguage: (language: Language) => void;
};

/** The texts of an entry in the languages of the portal: beside each other, or one with a switch. */
export function LanguageColumns({
  saver,
  state,
  isWide,
  language,
  onLanguage,
}: LanguageColumnsProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const { entry, draft, version } = state;
  // Pictures that are uploaded are added: editors ask for them by name.
  const [pictures] = useState(() => new Map(Object.entries(entry.pictures)));
  // An entry has one wall: the text that was not touched gets it too, and its editor begins again with it.
  const [walls, setWalls] = useState<Partial<Record<Language, number>>>({});
  const moveWall = useCallback(
    (from: Language, move: (body: string) => string) => {
      for (const other of languages.filter((one) => one !== from)) {
        const text = saver.read().draft.texts[other];
        const body = text && move(text.body);
        if (body === undefined || body === text?.body) continue;
        saver.change(({ texts, ...rest }) => ({
          ...rest,
          texts: { ...texts, [other]: { ...text, body } },
        }));
        setWalls((before) => ({ ...before, [other]: (before[other] ?? 0) + 1 }));
      }
    },
    [saver],
  );
  const own = writtenLanguages();
  const isWritten = (one: Language) => draft.texts[one] !== undefined;
  // A single text has the whole width. Offers of other ones are above the texts.
  const isBeside = isWide && own.filter(isWritten).length > 1;
  const order = [...own.filter((one) => !isWritten(one)), ...own.filter(isWritten)];
  const shown = order.filter((one) => isWide || one === language);
  return (
    <div className={isBeside ? styles.both : styles.one}>
      {!isWide && own.length > 1 && (
        <div role="group" aria-label={t("languageOfText")} className={styles.choice}>
          {own.map((one) => (
            <FilterChip key={one} isChosen={one === language} onToggle={() => onLanguage(one)}>
              {languageTitle(one, i18n.language)}
            </FilterChip>
          ))}
        </div>
      )}
      {shown.map((one) => {
        const { [one]: text } = draft.texts;
        return text ? (
          <LanguageColumn
            key={`${one}/${version}/${walls[one] ?? 0}`}
            onWall={moveWall}
            kind={entry.kind}
            slug={entry.slug}
            language={one}
            text={text}
            saver={saver}
            isBeside={isBeside}
            pictures={pictures}
          />
        ) : (
          <MissingText key={one} saver={saver} language={one} />
        );
      })}
    </div>
  );
}
