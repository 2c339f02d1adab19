import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addTag, deleteTag, listTags, renameTag, type StudioTag } from "#shared/api/tags.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { useActionReport } from "#renderer/components/action-result.tsx";
import type { Column } from "#renderer/components/data-table.tsx";
import type { Failure } from "#renderer/components/form/use-submit.ts";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { DeleteName } from "./delete-name.tsx";
import { NamesPart, refreshSaved } from "./names-part.tsx";
import { NameForm } from "./name-form.tsx";

/** Whether the portal has Polish, besides English: a stored Polish name stays as it is otherwise. */
const hasPolish = () => writtenLanguages().includes("pl");

const namesOf = ({ nameEn, namePl }: StudioTag) => ({ nameEn, namePl });

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
  return (
    <NameForm
      key={tag?.id ?? ""}
      label={tag ? t("names.changeOf", { name: tag.nameEn }) : t("tags.add")}
      schema={addTag.body}
      values={tag ? namesOf(tag) : { nameEn: "", namePl: "" }}
      theirs={latest && latest.revision !== tag?.revision ? namesOf(latest) : null}
      fields={[
        { name: "nameEn", label: t("tags.nameEn") },
        ...(hasPolish()
          ? [{ name: "namePl", label: t("tags.namePl"), hint: t("names.polishHint") } as const]
          : []),
      ]}
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
        onSaved(body.nameEn);
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
  const { t } = useTranslation("studio");
  return [
    {
      key: "name",
      title: t("tags.nameEn"),
      cell: (tag) => form(tag) ?? <strong>{tag.nameEn}</strong>,
    },
    ...(hasPolish()
      ? [
          {
            key: "polish",
            title: t("languages.pl"),
            isNamed: true,
            cell: ({ namePl }: StudioTag) => namePl || t("names.none"),
          },
        ]
      : []),
    { key: "uses", title: t("names.entries"), isNamed: true, cell: ({ uses }) => uses },
    {
      key: "change",
      title: t("names.change"),
      cell: (tag) => (
        <Button
          appearance="subtle"
          aria-label={t("names.changeOf", { name: tag.nameEn })}
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
          <DeleteName name={tag.nameEn} text={t("tags.deleteText")} remove={() => remove(tag)} />
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
    remove: async ({ id, nameEn: name }) => {
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
