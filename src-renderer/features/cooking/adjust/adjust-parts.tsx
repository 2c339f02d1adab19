import { Button, Field, Input, makeStyles, Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Heading } from "#renderer/components/heading.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "12px" },
  heading: { fontSize: "20px", lineHeight: "26px" },
  note: { margin: 0, fontSize: "15px", lineHeight: "22px" },
  button: { justifySelf: "start", minHeight: "44px" },
  field: { gridTemplateColumns: "minmax(0, 1fr)" },
  input: { minWidth: 0, minHeight: "44px", "& input": { minWidth: 0, width: "100%" } },
});

/** What each way to scale a recipe gets. */
export type AdjustProps = {
  servings: number;
  portionsText: (count: number) => string;
  onChoose: (portions: number) => void;
};

export function AdjustSection({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.root} aria-label={title}>
      <Heading level={3} className={styles.heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** A note on an assumption or a calculation. */
export function AdjustNote({ children }: { children: ReactNode }) {
  return <p className={useStyles().note}>{children}</p>;
}

type MeasureFieldProps = {
  label: string;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** A field for a number. */
export function MeasureField({ label, text, error, onChange }: MeasureFieldProps) {
  const styles = useStyles();
  const shown = text === "" ? undefined : error;
  return (
    <Field
      label={label}
      size="large"
      className={styles.field}
      // Politely: the number is checked while it is typed.
      {...(shown !== undefined && { validationMessage: { children: shown, role: "status" } })}
    >
      <Input
        size="large"
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(_, { value }) => onChange(value)}
      />
    </Field>
  );
}

type ChoiceFieldProps<Choice extends string> = {
  label: string;
  choices: readonly (readonly [id: Choice, text: string])[];
  chosen: Choice;
  onChange: (chosen: Choice) => void;
};

export function ChoiceField<Choice extends string>(props: ChoiceFieldProps<Choice>) {
  const { label, choices, chosen, onChange } = props;
  const styles = useStyles();
  return (
    <Field label={label} size="large" className={styles.field}>
      <Select
        size="large"
        value={chosen}
        onChange={(_, { value }) => {
          const choice = choices.find(([id]) => id === value);
          if (choice) onChange(choice[0]);
        }}
      >
        {choices.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type ChooseButtonProps = Pick<AdjustProps, "portionsText" | "onChoose"> & { portions: number };

/** Sets the recipe to a number of portions. */
export function ChooseButton({ portions, portionsText, onChoose }: ChooseButtonProps) {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  return (
    <Button appearance="primary" className={styles.button} onClick={() => onChoose(portions)}>
      {t("adjust.set", { portions: portionsText(portions) })}
    </Button>
  );
}
