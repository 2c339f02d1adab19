import { makeStyles } from "@fluentui/react-components";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { heightClassIds } from "#shared/height-class.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { EntryForm, FieldGroup } from "./field.tsx";

const useStyles = makeStyles({
  checks: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 150px), 1fr))",
    columnGap: "12px",
  },
});

/** Returns the texts of a list in a field; values of another form count as none. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

type ChecksProps = {
  place: string;
  title: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Several of some values, in the order in which they were chosen. */
export function Checks({ place, title, options, chosen, onChange }: ChecksProps) {
  const styles = useStyles();
  const { isReadOnly } = use(EntryForm);
  return (
    <FieldGroup place={place} title={title}>
      <div className={styles.checks}>
        {options.map(([value, text]) => (
          <Checkbox
            key={value}
            label={text}
            disabled={isReadOnly}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
              )
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

type HeightClassChecksProps = {
  place: string;
  value: unknown;
  onChange: (value: string[] | undefined) => void;
};

/** The height classes that something is for; none means all. */
export function HeightClassChecks({ place, value, onChange }: HeightClassChecksProps) {
  const { t } = useTranslation(["studio", "height-class"]);
  return (
    <Checks
      place={place}
      title={t("details.classes")}
      options={heightClassIds.map((id) => [id, t(`height-class:names.${id}`)])}
      chosen={textsOf(value)}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
