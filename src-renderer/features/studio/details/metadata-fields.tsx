import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { levels } from "#shared/api/kind-fields.ts";
import { listStudio } from "#shared/api/studio.ts";
import { listTags } from "#shared/api/tags.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { knownMotif } from "#renderer/components/cover-art/motif-art.tsx";
import { iconOf, motifChoices } from "#renderer/components/cover-art/poses.ts";
import { isPartOn } from "#shared/parts.ts";
import { useNameIn } from "#renderer/i18n/formats.ts";
import { brand } from "#renderer/platform/brand.ts";
import type { DraftSaver } from "../saving/draft-saver.ts";
import { CoverField } from "./cover-field.tsx";
import { Checks, HeightClassChecks, textsOf } from "../fields/checks.tsx";
import {
  CheckInput,
  ChoiceInput,
  FieldRow,
  isFields,
  LineInput,
  NumberInput,
  withField,
  type Fields,
} from "../fields/field.tsx";

const useStyles = makeStyles({
  cover: { maxWidth: "240px", borderRadius: "8px", overflow: "hidden", lineHeight: 0 },
});

export type MetadataProps = {
  kind: ContentKind;
  slug: string;
  metadata: Fields;
  onChange: (name: string, value: unknown) => void;
};

/** Returns the ids of all tags with their names in the interface's language. */
function useTags(): [id: string, name: string][] {
  const nameOf = useNameIn();
  const { data } = useApiQuery(listTags, { silent: true });
  return (data?.items ?? []).map(({ id, ...names }) => [id, nameOf(names)]);
}

/** Author, tags, cover, and whether anybody may read it. */
export function AboutFields({
  kind,
  slug,
  metadata,
  onChange,
  saver,
}: MetadataProps & { saver: DraftSaver }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const tags = useTags();
  const chosen = textsOf(metadata["tags"]);
  const unknown = chosen.filter((id) => !tags.some(([known]) => known === id));
  const authors = useApiQuery(listStudio, { query: {}, silent: true }).data?.authors ?? [];
  const motif = typeof metadata["motif"] === "string" ? metadata["motif"] : "";
  return (
    <>
      <datalist id="studio-authors">
        {authors.map((author) => (
          <option key={author} value={author}>
            {author}
          </option>
        ))}
      </datalist>
      <LineInput
        place="author"
        label={t("fields.author")}
        list="studio-authors"
        value={metadata["author"]}
        onChange={(value) => onChange("author", value)}
      />
      <Checks
        place="tags"
        title={t("details.tags")}
        options={[...tags, ...unknown.map((id) => [id, id] as const)]}
        chosen={chosen}
        onChange={(next) => onChange("tags", next)}
      />
      <ChoiceInput
        place="motif"
        label={t("fields.motif")}
        value={motif === "" ? "" : iconOf(knownMotif(motif))}
        options={motifChoices().map((name) => [name, t(`motifs.${name}`)])}
        onChange={(value) => onChange("motif", value)}
      />
      <div className={styles.cover}>
        <CoverArt kind={kind} slug={slug} motif={motif} />
      </div>
      <CoverField
        saver={saver}
        value={metadata["cover"]}
        onChange={(value) => onChange("cover", value)}
      />
      <CheckInput
        place="free"
        label={t("details.free")}
        value={metadata["free"]}
        onChange={(value) => onChange("free", value)}
      />
    </>
  );
}

type NumberName =
  | "prepMinutes"
  | "cookMinutes"
  | "servings"
  | "durationSeconds"
  | "framesPerSecond";

/** Fields for numbers, beside each other. */
function Numbers({
  names,
  metadata,
  onChange,
}: Pick<MetadataProps, "metadata" | "onChange"> & { names: readonly NumberName[] }) {
  const { t } = useTranslation("studio");
  return (
    <FieldRow>
      {names.map((name) => (
        <NumberInput
          key={name}
          place={name}
          label={t(`fields.${name}`)}
          value={metadata[name]}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </FieldRow>
  );
}

/** What a kind adds to an entry in both languages. */
export function KindFields({ kind, metadata, onChange }: MetadataProps) {
  const { t } = useTranslation("studio");
  const fields = { metadata, onChange };
  if (kind === "recipes") {
    return <Numbers names={["prepMinutes", "cookMinutes", "servings"]} {...fields} />;
  }
  if (kind === "protocols") {
    return (
      <>
        <ChoiceInput
          place="level"
          label={t("fields.level")}
          value={metadata["level"]}
          options={levels.map((level) => [level, t(`protocol.levels.${level}`)])}
          onChange={(value) => onChange("level", value)}
        />
        {isPartOn(brand, "dogs") && (
          <CheckInput
            place="highImpact"
            label={t("details.highImpact")}
            value={metadata["highImpact"]}
            onChange={(value) => onChange("highImpact", value)}
          />
        )}
      </>
    );
  }
  return (
    kind === "videos" && (
      <>
        <Numbers names={["durationSeconds", "framesPerSecond"]} {...fields} />
        <CheckInput
          place="silent"
          label={t("fields.silent")}
          value={metadata["silent"]}
          onChange={(value) => onChange("silent", value)}
        />
      </>
    )
  );
}

/** The dogs that an entry is for, if not for all. */
export function DogFields({ metadata, onChange }: Pick<MetadataProps, "metadata" | "onChange">) {
  const { t } = useTranslation("studio");
  const stored = metadata["dogs"];
  const dogs: Fields = isFields(stored) ? stored : {};
  const change = (name: string, value: unknown) => {
    const next = withField(dogs, name, value);
    onChange("dogs", Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <>
      {isPartOn(brand, "heightClasses") && (
        <HeightClassChecks
          place="dogs.classes"
          value={dogs["classes"]}
          onChange={(value) => change("classes", value)}
        />
      )}
      <NumberInput
        place="dogs.fromMonths"
        label={t("details.fromMonths")}
        value={dogs["fromMonths"]}
        onChange={(value) => change("fromMonths", value)}
      />
    </>
  );
}
