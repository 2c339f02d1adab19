import { useTranslation } from "react-i18next";
import type { Language } from "#shared/languages.ts";
import { FieldGroup, FieldRow, LineInput, NumberInput, rowsOf, type Fields } from "./field.tsx";
import { RowList } from "./row-list.tsx";

type ChaptersProps = {
  language: Language;
  front: Fields;
  onChange: (name: string, value: unknown) => void;
};

/** The chapters of a video in one language. */
export function Chapters({ language, front, onChange }: ChaptersProps) {
  const { t } = useTranslation("studio");
  const place = `${language}.chapters`;
  return (
    <FieldGroup place={place} title={t("video.chapters")}>
      <RowList
        label={t("video.chapters")}
        rows={rowsOf(front["chapters"])}
        // an empty list is none
        onChange={(next) => onChange("chapters", next.length > 0 ? next : undefined)}
        nameOf={(at) => t("video.chapter", { number: at + 1 })}
        addText={t("video.addChapter")}
        create={() => ({})}
      >
        {(row, at, change) => (
          <FieldRow>
            <NumberInput
              place={`${place}.${at}.at`}
              label={t("video.at")}
              value={row["at"]}
              onChange={(value) => change("at", value)}
            />
            <LineInput
              place={`${place}.${at}.title`}
              label={t("video.title")}
              lang={language}
              value={row["title"]}
              onChange={(value) => change("title", value)}
            />
          </FieldRow>
        )}
      </RowList>
    </FieldGroup>
  );
}
