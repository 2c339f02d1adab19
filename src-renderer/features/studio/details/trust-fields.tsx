import { Button, makeStyles, SearchBox } from "@fluentui/react-components";
import { AddRegular, DeleteRegular } from "@fluentui/react-icons";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";
import { listStudio } from "#shared/api/studio.ts";
import { defaultLanguage, languages, languageTitle } from "#shared/languages.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import {
  ChoiceInput,
  EntryForm,
  FieldGroup,
  FieldRow,
  isFields,
  LineInput,
  rowsOf,
  withField,
  type Fields,
} from "../fields/field.tsx";
import { firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { RowList } from "../fields/row-list.tsx";
import type { MetadataProps } from "./metadata-fields.tsx";

const useStyles = makeStyles({
  list: { display: "grid", gap: "4px", margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px",
    overflowWrap: "anywhere",
  },
  tool: { minWidth: "44px", minHeight: "44px" },
  field: { width: "100%", maxWidth: "none" },
});

/** Other entries, found by words of their titles. */
function FindEntry({
  except,
  onFound,
}: {
  except: readonly string[];
  onFound: (path: string) => void;
}) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const [words, setWords] = useState("");
  const { text, type } = useTypedSearch(words, setWords);
  const found = useApiQuery(
    listStudio,
    { query: { q: words }, silent: true },
    { enabled: words !== "" },
  );
  const items = words === "" ? [] : (found.data?.items ?? []);
  const others = items
    .map(({ kind, slug, title }) => ({ path: `${kind}/${slug}`, title: title || slug }))
    .filter(({ path }) => !except.includes(path))
    .slice(0, 6);
  return (
    <>
      <SearchBox
        aria-label={t("details.findRelated")}
        placeholder={t("details.findRelated")}
        className={styles.field}
        value={text}
        onChange={(_, { value }) => type(value)}
      />
      <ul className={styles.list}>
        {others.map(({ path, title }) => (
          <li key={path}>
            <Button appearance="subtle" icon={<AddRegular />} onClick={() => onFound(path)}>
              {title}
            </Button>
          </li>
        ))}
      </ul>
      <span role="status">
        {words !== "" && found.data && others.length === 0 && t("details.noneFound")}
      </span>
    </>
  );
}

/** Entries that go with this one, by their paths. */
export function RelatedFields({ kind, slug, metadata, onChange }: MetadataProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const stored = metadata["related"];
  const related = Array.isArray(stored) ? stored.map(String) : [];
  const change = (next: string[]) => onChange("related", next.length > 0 ? next : undefined);
  return (
    <FieldGroup place="related" title={t("fields.related")}>
      <ul className={styles.list}>
        {related.map((path) => (
          <li key={path} className={styles.item}>
            {path}
            {!isReadOnly && (
              <Button
                appearance="subtle"
                className={styles.tool}
                icon={<DeleteRegular />}
                aria-label={t("rows.delete", { name: path })}
                onClick={() => change(related.filter((other) => other !== path))}
              />
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <FindEntry
          except={[...related, `${kind}/${slug}`]}
          onFound={(path) => change([...related, path])}
        />
      )}
    </FieldGroup>
  );
}

/** A document that the text relies on. */
function Source({
  place,
  row,
  onChange,
}: {
  place: string;
  row: Fields;
  onChange: (name: string, value: unknown) => void;
}) {
  const { t, i18n } = useTranslation("studio");
  const own = writtenLanguages();
  const { language = defaultLanguage } = row;
  const known = languages.filter((one) => own.includes(one) || one === language);
  return (
    <>
      {(["title", "publisher", "url"] as const).map((name) => (
        <LineInput
          key={name}
          place={`${place}.${name}`}
          label={t(`details.source.${name}`)}
          type={name === "url" ? "url" : "text"}
          value={row[name]}
          onChange={(value) => onChange(name, value)}
        />
      ))}
      {known.length > 1 && (
        <ChoiceInput
          place={`${place}.language`}
          label={t("details.source.language")}
          value={language}
          options={known.map((one) => [one, languageTitle(one, i18n.language)])}
          onChange={(value) => onChange("language", value)}
        />
      )}
    </>
  );
}

/** What an entry relies on, and when it was last checked. */
export function TrustFields({ metadata, onChange }: Pick<MetadataProps, "metadata" | "onChange">) {
  const { t } = useTranslation("studio");
  const stored = metadata["reviewed"];
  const reviewed: Fields = isFields(stored) ? stored : {};
  const review = (name: string) => (value: unknown) => {
    const next = withField(reviewed, name, value);
    onChange("reviewed", Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <>
      <FieldGroup place="sources" title={t("fields.sources")}>
        <RowList
          label={t("fields.sources")}
          rows={rowsOf(metadata["sources"])}
          onChange={(next) => onChange("sources", next.length > 0 ? next : undefined)}
          nameOf={(at) => t("details.source.name", { number: at + 1 })}
          addText={t("details.source.add")}
          create={() => ({ language: firstLanguage() })}
        >
          {(row, at, change) => <Source place={`sources.${at}`} row={row} onChange={change} />}
        </RowList>
      </FieldGroup>
      <FieldGroup place="reviewed" title={t("fields.reviewed")}>
        <FieldRow>
          <LineInput
            place="reviewed.on"
            label={t("details.reviewedOn")}
            type="date"
            value={reviewed["on"]}
            onChange={review("on")}
          />
          <LineInput
            place="reviewed.by"
            label={t("details.reviewedBy")}
            value={reviewed["by"]}
            onChange={review("by")}
          />
        </FieldRow>
      </FieldGroup>
    </>
  );
}
