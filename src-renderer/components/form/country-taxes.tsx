import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular, DeleteRegular } from "@fluentui/react-icons";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { TypedTaxPercents } from "#shared/api/extras.ts";
import { CountryField } from "./country-field.tsx";
import { TextField } from "./text-field.tsx";

const useStyles = makeStyles({
  group: {
    display: "grid",
    gap: "12px",
    gridColumn: "1 / -1",
    border: "none",
    margin: 0,
    padding: 0,
    minWidth: 0,
  },
  legend: { padding: 0, marginBottom: "4px" },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 2fr) minmax(0, 1fr) auto",
    gap: "8px 12px",
    alignItems: "start",
    "& select": { minWidth: 0 },
    "@media (max-width: 640px)": { gridTemplateColumns: "minmax(0, 1fr) auto" },
  },
  country: { minWidth: 0, "@media (max-width: 640px)": { gridColumn: "1 / -1" } },
  remove: { minHeight: "40px", marginTop: "34px" },
  add: { justifySelf: "start", minHeight: "44px" },
});

type CountryTaxesProps = {
  /** The `fields` of `useFieldArray`, and how it adds and removes. */
  fields: readonly { id: string }[];
  append: (row: TypedTaxPercents[number]) => void;
  remove: (at: number) => void;
  registrationOf: (at: number, field: keyof TypedTaxPercents[number]) => UseFormRegisterReturn;
  errorOf: (at: number, field: keyof TypedTaxPercents[number]) => { message?: string } | undefined;
};

/** The countries whose buyers pay another tax than everybody else, each with its rate. */
export function CountryTaxes(props: CountryTaxesProps) {
  const { fields, append, remove, registrationOf, errorOf } = props;
  const styles = useStyles();
  const { t } = useTranslation("forms");
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t("countryTaxes.title")}</legend>
      {fields.map(({ id }, at) => (
        <div
          key={id}
          role="group"
          aria-label={t("countryTaxes.row", { number: at + 1 })}
          className={styles.row}
        >
          <div className={styles.country}>
            <CountryField
              label={t("countryTaxes.country")}
              none={t("countryTaxes.choose")}
              registration={registrationOf(at, "country")}
              error={errorOf(at, "country")}
            />
          </div>
          <TextField
            label={t("countryTaxes.tax")}
            inputMode="decimal"
            registration={registrationOf(at, "taxPercent")}
            error={errorOf(at, "taxPercent")}
          />
          <Button
            className={styles.remove}
            icon={<DeleteRegular />}
            aria-label={t("countryTaxes.remove", { number: at + 1 })}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      <Button
        className={styles.add}
        icon={<AddRegular />}
        onClick={() => append({ country: "", taxPercent: "" })}
      >
        {t("countryTaxes.add")}
      </Button>
    </fieldset>
  );
}
