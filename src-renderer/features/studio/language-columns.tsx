import { Button, makeStyles } from "@fluentui/react-components";
import { use, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { DraftText } from "#shared/api/studio.ts";
import { languages, type Language } from "#shared/languages.ts";
import { FilterChip } from "#renderer/features/reading/index.ts";
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
  one: { display: "grid", gridTemplateColumns: "minmax(0, 760px)", gap: "20px" },
  choice: { display: "flex", gap: "8px" },
  missing: {
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
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(wide);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(wide).matches,
  );

/** A text to begin a translation with: what is the same in both languages, as ingredients and weeks, waits to be translated. */
const translationOf = ({ front }: DraftText): DraftText => ({
  front: { ...structuredClone(front), title: "", summary: "" },
  body: "",
});

/** In place of a Polish text. */
function MissingPolish({ saver }: { saver: DraftSaver }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const add = () =>
    saver.change((draft) => ({
      ...draft,
      texts: { ...draft.texts, pl: translationOf(draft.texts.en) },
    }));
  return (
    <section aria-label={t("languages.pl")} className={styles.missing}>
      <p>{t("polish.missing")}</p>
      {!isReadOnly && <Button onClick={add}>{t("polish.add")}</Button>}
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

/** The texts of an entry: both beside each other, or one with a switch. */
export function LanguageColumns({
  saver,
  state,
  isWide,
  language,
  onLanguage,
}: LanguageColumnsProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { entry, draft, version } = state;
  // Pictures that are uploaded are added: editors ask for them by name.
  const [pictures] = useState(() => new Map(Object.entries(entry.pictures)));
  const shown = languages.filter((one) => isWide || one === language);
  return (
    <div className={isWide ? styles.both : styles.one}>
      {!isWide && (
        <div role="group" aria-label={t("languageOfText")} className={styles.choice}>
          {languages.map((one) => (
            <FilterChip key={one} isChosen={one === language} onToggle={() => onLanguage(one)}>
              {t(`languages.${one}`)}
            </FilterChip>
          ))}
        </div>
      )}
      {shown.map((one) => {
        const { [one]: text } = draft.texts;
        return text ? (
          <LanguageColumn
            key={`${one}/${version}`}
            kind={entry.kind}
            slug={entry.slug}
            language={one}
            text={text}
            saver={saver}
            isBeside={isWide}
            pictures={pictures}
          />
        ) : (
          <MissingPolish key={one} saver={saver} />
        );
      })}
    </div>
  );
}
