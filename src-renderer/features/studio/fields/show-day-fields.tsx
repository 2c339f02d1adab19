import { useTranslation } from "react-i18next";
import type { Language } from "#shared/languages.ts";
import { showParts } from "#shared/show-day.ts";
import { HeightClassChecks } from "./checks.tsx";
import { AreaInput, ChoiceInput, FieldRow, NumberInput, rowsOf, type Fields } from "./field.tsx";
import { Folded } from "./folded.tsx";
import { RowList } from "./row-list.tsx";

type ItemProps = {
  place: string;
  language: Language;
  row: Fields;
  onChange: (name: string, value: unknown) => void;
};

function ShowItem({ place, language, row, onChange }: ItemProps) {
  const { t } = useTranslation(["studio", "show-day"]);
  const field = (name: string) => ({
    place: `${place}.${name}`,
    value: row[name],
    onChange: (value: unknown) => onChange(name, value),
  });
  const isTimed = row["daysBefore"] === 0 || row["minutesBefore"] !== undefined;
  return (
    <>
      <FieldRow>
        <NumberInput {...field("daysBefore")} label={t("showDay.daysBefore")} />
        <ChoiceInput
          {...field("part")}
          label={t("showDay.part")}
          options={showParts.map((part) => [part, t(`show-day:part.${part}`)])}
        />
        {isTimed && (
          <NumberInput
            {...field("minutesBefore")}
            label={t("showDay.minutesBefore")}
            hint={t("showDay.minutesHint")}
          />
        )}
      </FieldRow>
      <AreaInput {...field("text")} label={t("showDay.text")} rows={2} lang={language} />
      <HeightClassChecks {...field("classes")} />
    </>
  );
}

type ShowDayFieldsProps = {
  language: Language;
  front: Fields;
  onChange: (name: string, value: unknown) => void;
};

/** What an entry of any kind adds to the countdown of a show, in one language. */
export function ShowDayFields({ language, front, onChange }: ShowDayFieldsProps) {
  const { t } = useTranslation("studio");
  const place = `${language}.showDay`;
  const rows = rowsOf(front["showDay"]);
  const title = t("showDay.title");
  return (
    <Folded place={place} title={rows.length > 0 ? `${title} (${rows.length})` : title}>
      <RowList
        label={title}
        rows={rows}
        onChange={(next) => onChange("showDay", next.length > 0 ? next : undefined)}
        nameOf={(at) => t("showDay.item", { number: at + 1 })}
        addText={t("showDay.add")}
        create={() => ({ daysBefore: 1, part: "packing" })}
      >
        {(row, at, change) => (
          <ShowItem place={`${place}.${at}`} language={language} row={row} onChange={change} />
        )}
      </RowList>
    </Folded>
  );
}
