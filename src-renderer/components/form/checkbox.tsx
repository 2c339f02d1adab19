import { makeStyles, mergeClasses, Field } from "@fluentui/react-components";
import type { ComponentProps, ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { tokens } from "#renderer/theme/tokens.ts";
import { useFieldMessage } from "./field-parts.tsx";

const useStyles = makeStyles({
  label: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, auto)",
    justifyContent: "start",
    gap: "12px",
    padding: "8px 0",
  },
  box: {
    width: "20px",
    height: "20px",
    // The line of the label is 4 px taller.
    margin: "2px 0",
    accentColor: tokens.colorCompoundBrandBackground,
  },
});

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode };

/** The browser's checkbox with its label. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  const styles = useStyles();
  return (
    <label className={mergeClasses(styles.label, className)}>
      <input {...input} type="checkbox" className={styles.box} />
      <span>{label}</span>
    </label>
  );
}

type CheckboxFieldProps = {
  label: ReactNode;
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
};

export function CheckboxField({ label, registration, error }: CheckboxFieldProps) {
  const message = useFieldMessage()(error);
  return (
    <Field {...(message !== undefined && { validationMessage: message })}>
      {(field) => <Checkbox {...field} {...registration} label={label} />}
    </Field>
  );
}
