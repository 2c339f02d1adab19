import { useTranslation } from "react-i18next";
import { heightClassIds } from "#shared/height-class.ts";
import type { Language } from "#shared/languages.ts";
import { FieldRow, isFields, LineInput, NumberInput, rowsOf, withField } from "./field.tsx";
import { Folded } from "./folded.tsx";
import { RowList } from "./row-list.tsx";

type ClassValuesFieldsProps = {
  place: string;
  language: Language;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** What depends on the height class in a session: measures in cm, each with a value for every class. */
export function ClassValuesFields({ place, language, value, onChange }: ClassValuesFieldsProps) {
  const { t } = useTranslation(["studio", "height-class"]);
  const rows = rowsOf(value);
  const title = t("protocol.byClass");
  return (
    <Folded place={place} title={rows.length > 0 ? `${title} (${rows.length})` : title}>
      <RowList
        label={title}
        rows={rows}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        nameOf={(at) => t("protocol.measure", { number: at + 1 })}
        addText={t("protocol.addMeasure")}
        create={() => ({ cm: {} })}
      >
        {(row, at, change) => {
          const cm = isFields(row["cm"]) ? row["cm"] : {};
          return (
            <>
              <LineInput
                place={`${place}.${at}.label`}
                label={t("protocol.measureLabel")}
                hint={t("protocol.measureHint")}
                lang={language}
                value={row["label"]}
                onChange={(next) => change("label", next)}
              />
              <FieldRow>
                {heightClassIds.map((id) => (
                  <NumberInput
                    key={id}
                    place={`${place}.${at}.cm.${id}`}
                    label={t("protocol.classCm", { name: t(`height-class:names.${id}`) })}
                    value={cm[id]}
                    onChange={(next) => change("cm", withField(cm, id, next))}
                  />
                ))}
              </FieldRow>
            </>
          );
        }}
      </RowList>
    </Folded>
  );
}
