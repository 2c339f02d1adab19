import { Field, Input, makeStyles, Select } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { formatWeekday } from "#shared/formats.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const weekdays = [1, 2, 3, 4, 5, 6, 7];

const useStyles = makeStyles({
  days: { margin: 0, padding: 0, border: "none" },
  legend: { padding: 0, marginBottom: "4px" },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(132px, 1fr))",
    gap: "0 12px",
  },
  day: { minHeight: "44px", boxSizing: "border-box", alignItems: "center" },
  hint: { margin: "4px 0 0", fontSize: "15px", color: tokens.colorNeutralForeground2 },
});

type DayFieldProps = { value: string; error: string | null; onChange: (day: string) => void };

export function StartDayField({ value, error, onChange }: DayFieldProps) {
  const { t } = useTranslation("training");
  return (
    <Field
      label={t("begin.day")}
      size="large"
      {...(error !== null && { validationMessage: error })}
    >
      <Input
        type="date"
        size="large"
        required
        value={value}
        onChange={(_, { value: day }) => onChange(day)}
      />
    </Field>
  );
}

type WeekdaysFieldProps = {
  ticked: readonly number[];
  error: string | null;
  onChange: (ticked: number[]) => void;
};

export function WeekdaysField({ ticked, error, onChange }: WeekdaysFieldProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("training");
  const toggle = (day: number) =>
    onChange(ticked.includes(day) ? ticked.filter((it) => it !== day) : [...ticked, day]);
  return (
    <Field {...(error !== null && { validationMessage: error })}>
      <fieldset className={styles.days}>
        <legend className={styles.legend}>{t("begin.weekdays")}</legend>
        <div className={styles.list}>
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              className={styles.day}
              label={formatWeekday(day, i18n.language)}
              checked={ticked.includes(day)}
              onChange={() => toggle(day)}
            />
          ))}
        </div>
        <p className={styles.hint}>{t("begin.weekdaysHint")}</p>
      </fieldset>
    </Field>
  );
}

type DogFieldProps = {
  dogs: readonly { id: string; name: string }[];
  value: string;
  onChange: (id: string) => void;
};

export function DogField({ dogs, value, onChange }: DogFieldProps) {
  const { t } = useTranslation("training");
  return (
    <Field label={t("begin.dog")} size="large">
      <Select size="large" value={value} onChange={(_, data) => onChange(data.value)}>
        {dogs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
