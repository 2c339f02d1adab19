import { Button, makeStyles } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Heading } from "#renderer/components/heading.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "12px" },
  heading: { fontSize: "20px", lineHeight: "26px" },
  note: { margin: 0, fontSize: "15px", lineHeight: "22px" },
  button: { justifySelf: "start", minHeight: "44px" },
  field: { display: "grid", gap: "4px" },
  input: {
    boxSizing: "border-box",
    width: "100%",
    minHeight: "44px",
    padding: "0 12px",
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    font: "inherit",
  },
  error: { color: tokens.colorPaletteRedForeground1, fontSize: "15px", lineHeight: "20px" },
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

/** A sentence about what is assumed or calculated. */
export function AdjustNote({ children }: { children: ReactNode }) {
  return <p className={useStyles().note}>{children}</p>;
}

type MeasureFieldProps = {
  label: string;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** A field for a number. The browser's own input: with Fluent's, these pages would load more. */
export function MeasureField({ label, text, error, onChange }: MeasureFieldProps) {
  const styles = useStyles();
  const errorId = useId();
  const shown = text === "" ? undefined : error;
  return (
    <label className={styles.field}>
      {label}
      <input
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        {...(shown !== undefined && { "aria-invalid": true, "aria-describedby": errorId })}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={errorId} role="status" className={styles.error}>
        {shown}
      </span>
    </label>
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
    <label className={styles.field}>
      {label}
      <select
        className={styles.input}
        value={chosen}
        onChange={({ target }) => {
          const choice = choices.find(([id]) => id === target.value);
          if (choice) onChange(choice[0]);
        }}
      >
        {choices.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
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
