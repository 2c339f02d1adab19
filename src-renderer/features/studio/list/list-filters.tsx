import { Field, makeStyles, SearchBox, Select } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { stateFilters, translationFilters } from "#shared/api/studio.ts";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { useLanguageNames } from "#renderer/i18n/formats.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { shownKinds } from "#shared/parts.ts";
import { brand, firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import type { useStudioFilter } from "./studio-address.ts";

const useStyles = makeStyles({
  filters: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 150px), 1fr))",
    gap: "12px 16px",
  },
  search: { gridColumn: "1 / -1" },
  field: { width: "100%", maxWidth: "520px", minHeight: "44px" },
  // As narrow as its column: a long choice would widen the page of a phone.
  choice: { minWidth: 0, "& select": { width: "100%", minWidth: 0, textOverflow: "ellipsis" } },
});

type ChoiceProps = {
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
  onChoose: (value: string) => void;
};

/** A filter with one of some values, or none. */
function Choice({ label, value = "", options, onChoose }: ChoiceProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  return (
    <Field label={label} className={styles.choice}>
      <Select value={value} onChange={(_, chosen) => onChoose(chosen.value)}>
        <option value="">{t("filter.all")}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type ListFiltersProps = ReturnType<typeof useStudioFilter> & { authors: readonly string[] };

/** The search of the list, and what it can be narrowed to. */
export function ListFilters({ filter, change, authors }: ListFiltersProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const titleOf = usePageTitles();
  const listed = useLanguageNames();
  const translated = writtenLanguages().filter((one) => one !== firstLanguage());
  const { text, type, searchNow } = useTypedSearch(filter.q ?? "", (q) => change({ q }));
  // The author of the address may have no entry any more.
  const named = [...new Set([...authors, ...(filter.author ? [filter.author] : [])])];
  return (
    <div role="search" className={styles.filters}>
      <SearchBox
        aria-label={t("filter.words")}
        placeholder={t("filter.words")}
        size="large"
        className={styles.field}
        root={{ className: styles.search }}
        maxLength={100}
        value={text}
        onChange={(_, { value }) => type(value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") searchNow();
        }}
      />
      <Choice
        label={t("filter.kind")}
        value={filter.kind}
        options={shownKinds(brand).map((kind) => [kind, titleOf(kind)])}
        onChoose={(kind) => change({ kind })}
      />
      <Choice
        label={t("filter.state")}
        value={filter.state}
        options={stateFilters.map((state) => [state, t(`state.${state}`)])}
        onChoose={(state) => change({ state })}
      />
      {translated.length > 0 && (
        <Choice
          label={t("filter.translation")}
          value={filter.translation}
          options={translationFilters.map((one) => [
            one,
            t(`translation.${one}`, { languages: listed(translated, "or") }),
          ])}
          onChoose={(translation) => change({ translation })}
        />
      )}
      <Choice
        label={t("filter.author")}
        value={filter.author}
        options={named.map((author) => [author, author])}
        onChoose={(author) => change({ author })}
      />
    </div>
  );
}
