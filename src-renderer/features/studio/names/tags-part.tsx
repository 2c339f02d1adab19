import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addTag, deleteTag, listTags, renameTag, type StudioTag } from "#shared/api/tags.ts";
import { fieldIn, fieldsOf, missingTexts, type FieldIn } from "#shared/api/fields.ts";
import { languages, languageTitle } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { useActionReport } from "#renderer/components/action-result.tsx";
import type { Column } from "#renderer/components/data-table.tsx";
import { requiringTexts } from "#renderer/components/form/required-texts.ts";
import type { Failure } from "#renderer/components/form/use-submit.ts";
import { useLanguageWords } from "#renderer/i18n/formats.ts";
import { firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { DeleteName } from "./delete-name.tsx";
import { NamesPart, refreshSaved } from "./names-part.tsx";
import { NameForm } from "./name-form.tsx";

/** Returns the name in the portal's first language, else in another one. */
const shownName = (names: Record<FieldIn<"name">, string>) =>
  [firstLanguage(), ...languages].map((one) => names[fieldIn("name", one)]).find(Boolean) ?? "";

/** The portal's languages besides the first: a stored name in another one stays as it is. */
const otherLanguages = () => writtenLanguages().filter((one) => one !== firstLanguage());

const tagForm = requiringTexts(addTag.body, (written, language) =>
  missingTexts(written, ["name"], language),
);

const namesOf = (tag: StudioTag | null) =>
  fieldsOf("name", (language) => tag?.[fieldIn("name", language)] ?? "");

function TagForm({
  tag,
  latest,
  onSaved,
  onClose,
}: {
  /** As it was when the form was opened; null for a new one. */
  tag: StudioTag | null;
  /** As it is now. */
  latest: StudioTag | null;
  onSaved: (name: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("studio");
  const wordsOf = useLanguageWords();
  return (
    <NameForm
      key={tag?.id ?? ""}
      label={tag ? t("names.changeOf", { name: shownName(tag) }) : t("tags.add")}
      schema={tagForm}
      values={namesOf(tag)}
      theirs={latest && latest.revision !== tag?.revision ? namesOf(latest) : null}
      fields={writtenLanguages().map((one) => {
        const words = wordsOf(one);
        return {
          name: fieldIn("name", one),
          label: t("names.nameIn", words),
          ...(one !== firstLanguage() && { hint: t("names.otherHint", words) }),
        };
      })}
      save={async (body) => {
        const { error } = latest
          ? await call(renameTag, {
              params: { id: latest.id },
              body: { ...body, revision: latest.revision },
              silent: true,
            })
          : await call(addTag, { body });
        await refreshSaved(error, [listTags]);
        if (error) return error;
        onSaved(shownName(body));
        return null;
      }}
      onClose={onClose}
    />
  );
}

type Acts = {
  /** The form of the tag that is changed. */
  form: (tag: StudioTag) => ReactNode;
  onChange: (tag: StudioTag) => void;
  remove: (tag: StudioTag) => Promise<Failure | null>;
};

function useColumns({ form, onChange, remove }: Acts): Column<StudioTag, never>[] {
  const { t, i18n } = useTranslation("studio");
  const wordsOf = useLanguageWords();
  return [
    {
      key: "name",
      title: t("names.nameIn", wordsOf(firstLanguage())),
      cell: (tag) => form(tag) ?? <strong>{shownName(tag)}</strong>,
    },
    ...otherLanguages().map((one) => ({
      key: one,
      title: languageTitle(one, i18n.language),
      isNamed: true,
      cell: (tag: StudioTag) => tag[fieldIn("name", one)] || t("names.none"),
    })),
    { key: "uses", title: t("names.entries"), isNamed: true, cell: ({ uses }) => uses },
    {
      key: "change",
      title: t("names.change"),
      cell: (tag) => (
        <Button
          appearance="subtle"
          aria-label={t("names.changeOf", { name: shownName(tag) })}
          onClick={() => onChange(tag)}
        >
          {t("names.change")}
        </Button>
      ),
    },
    {
      key: "delete",
      title: t("names.delete"),
      cell: (tag) =>
        tag.uses === 0 && (
          <DeleteName
            name={shownName(tag)}
            text={t("tags.deleteText")}
            remove={() => remove(tag)}
          />
        ),
    },
  ];
}

/** The tags of the library: added, renamed, and deleted once no entry has them. */
export function TagsPart() {
  const { t } = useTranslation("studio");
  /** Whose form is open: "new", that of a tag, or none. */
  const [written, setWritten] = useState<StudioTag | "new" | null>(null);
  const { reported, report } = useActionReport();
  const query = useApiQuery(listTags, {});
  const formOf = (tag: StudioTag | null, latest: StudioTag | null) => (
    <TagForm
      tag={tag}
      latest={latest}
      onSaved={(name) => {
        setWritten(null);
        report({ text: t("names.saved", { name }) });
      }}
      onClose={() => setWritten(null)}
    />
  );
  const columns = useColumns({
    form: (tag) => (written !== "new" && written?.id === tag.id ? formOf(written, tag) : null),
    onChange: setWritten,
    remove: async ({ id, ...names }) => {
      const name = shownName(names);
      const { error } = await call(deleteTag, { params: { id } });
      if (error) return error;
      await refresh(listTags);
      report({ text: t("names.deleted", { name }) });
      return null;
    },
  });
  return (
    <NamesPart
      part="tags"
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      form={written === "new" ? formOf(null, null) : null}
      reported={reported}
      onAdd={() => setWritten("new")}
    />
  );
}
