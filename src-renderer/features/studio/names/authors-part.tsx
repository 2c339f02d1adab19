import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  addAuthor,
  changeAuthor,
  deleteAuthor,
  listStudioAuthors,
  type StudioAuthor,
} from "#shared/api/authors.ts";
import { fieldIn, fieldsOf, missingTexts } from "#shared/api/fields.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { useActionReport } from "#renderer/components/action-result.tsx";
import type { Column } from "#renderer/components/data-table.tsx";
import { requiringTexts } from "#renderer/components/form/required-texts.ts";
import type { Failure } from "#renderer/components/form/use-submit.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useLanguageWords } from "#renderer/i18n/formats.ts";
import { firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { routePath } from "#shared/routes.ts";
import { DeleteName } from "./delete-name.tsx";
import { NamesPart, refreshSaved } from "./names-part.tsx";
import { NameForm } from "./name-form.tsx";

const nobody = {
  name: "",
  ...fieldsOf("credentials", () => ""),
  ...fieldsOf("body", () => ""),
};

const authorForm = requiringTexts(addAuthor.body, (written, language) =>
  missingTexts(written, ["credentials", "body"], language),
);

/** The fields of an author's form, in order. */
function useFields() {
  const { t } = useTranslation("studio");
  const wordsOf = useLanguageWords();
  const inEachLanguage = (part: "credentials" | "body") =>
    writtenLanguages().map((one) => {
      const words = wordsOf(one);
      const isFirst = one === firstLanguage();
      return {
        name: fieldIn(part, one),
        label: t(`authors.${part}`, words),
        hint: isFirst ? t(`authors.${part}Hint`) : t("names.otherHint", words),
        isLong: part === "body",
      };
    });
  return [
    { name: "name", label: t("authors.name"), hint: t("authors.nameHint") } as const,
    ...inEachLanguage("credentials"),
    ...inEachLanguage("body"),
  ];
}

const textsOf = ({ slug: _slug, revision: _revision, entries: _entries, ...texts }: StudioAuthor) =>
  texts;

function AuthorForm({
  author,
  latest,
  onSaved,
  onClose,
}: {
  /** As it was when the form was opened; null for a new one. */
  author: StudioAuthor | null;
  /** As it is now. */
  latest: StudioAuthor | null;
  onSaved: (name: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("studio");
  return (
    <NameForm
      key={author?.slug}
      label={author ? t("names.changeOf", { name: author.name }) : t("authors.add")}
      schema={authorForm}
      values={author ? textsOf(author) : nobody}
      theirs={latest && latest.revision !== author?.revision ? textsOf(latest) : null}
      fields={useFields()}
      save={async (body) => {
        const { error } = latest
          ? await call(changeAuthor, {
              params: { slug: latest.slug },
              body: { ...body, revision: latest.revision },
              silent: true,
            })
          : await call(addAuthor, { body });
        await refreshSaved(error, [listStudioAuthors]);
        if (error) return error;
        onSaved(body.name);
        return null;
      }}
      onClose={onClose}
    />
  );
}

type Acts = {
  onChange: (author: StudioAuthor) => void;
  remove: (author: StudioAuthor) => Promise<Failure | null>;
};

function useColumns({ onChange, remove }: Acts): Column<StudioAuthor, never>[] {
  const { t } = useTranslation("studio");
  const wordsOf = useLanguageWords();
  return [
    {
      key: "name",
      title: t("authors.name"),
      cell: ({ slug, name }) => <TextLink to={routePath("author", { slug })}>{name}</TextLink>,
    },
    {
      key: "credentials",
      title: t("authors.credentials", wordsOf(firstLanguage())),
      cell: (author) => author[fieldIn("credentials", firstLanguage())],
    },
    { key: "entries", title: t("names.entries"), isNamed: true, cell: ({ entries }) => entries },
    {
      key: "change",
      title: t("names.change"),
      cell: (author) => (
        <Button
          appearance="subtle"
          aria-label={t("names.changeOf", { name: author.name })}
          onClick={() => onChange(author)}
        >
          {t("names.change")}
        </Button>
      ),
    },
    {
      key: "delete",
      title: t("names.delete"),
      cell: (author) => (
        <DeleteName
          name={author.name}
          text={t("authors.deleteText")}
          remove={() => remove(author)}
        />
      ),
    },
  ];
}

/** The authors who have a page. */
export function AuthorsPart() {
  const { t } = useTranslation("studio");
  /** Whose form is open: "new", that of an author, or none. */
  const [written, setWritten] = useState<StudioAuthor | "new" | null>(null);
  const { reported, report } = useActionReport();
  const query = useApiQuery(listStudioAuthors, {});
  const columns = useColumns({
    onChange: setWritten,
    remove: async ({ slug, name }) => {
      const { error } = await call(deleteAuthor, { params: { slug } });
      if (error) return error;
      await refresh(listStudioAuthors);
      report({ text: t("names.deleted", { name }) });
      return null;
    },
  });
  const opened = written === "new" ? null : written;
  const form = written !== null && (
    <AuthorForm
      author={opened}
      latest={query.data?.items.find(({ slug }) => slug === opened?.slug) ?? opened}
      onSaved={(name) => {
        setWritten(null);
        report({ text: t("names.saved", { name }) });
      }}
      onClose={() => setWritten(null)}
    />
  );
  return (
    <NamesPart
      part="authors"
      query={query}
      columns={columns}
      keyOf={({ slug }) => slug}
      form={form || null}
      reported={reported}
      onAdd={() => setWritten("new")}
    />
  );
}
