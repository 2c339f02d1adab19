import { makeStyles } from "@fluentui/react-components";
import type { UseFormRegisterReturn } from "react-hook-form";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  set: { display: "grid", minInlineSize: 0, margin: 0, padding: 0, border: "none" },
  legend: { padding: 0, marginBottom: "4px" },
  option: {
    display: "grid",
    gridTemplateColumns: "20px 1fr",
    alignItems: "center",
    gap: "12px",
    minHeight: "44px",
  },
  radio: { width: "20px", height: "20px", margin: 0, accentColor: tokens.colorBrandForeground1 },
});

type ChoiceFieldProps = {
  label: string;
  registration: UseFormRegisterReturn;
  options: readonly { value: string; text: string }[];
};

/** A choice of one of a few options, all of them visible. */
export function ChoiceField({ label, registration, options }: ChoiceFieldProps) {
  const styles = useStyles();
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>{label}</legend>
      {options.map(({ value, text }) => (
        <label key={value} className={styles.option}>
          <input {...registration} type="radio" value={value} className={styles.radio} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
