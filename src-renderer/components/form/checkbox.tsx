import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ComponentProps, ReactNode } from "react";
import { tokens } from "#renderer/theme/tokens.ts";

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

/** The browser's checkbox with its label; Fluent's brings 3 kB. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  const styles = useStyles();
  return (
    <label className={mergeClasses(styles.label, className)}>
      <input {...input} type="checkbox" className={styles.box} />
      <span>{label}</span>
    </label>
  );
}
