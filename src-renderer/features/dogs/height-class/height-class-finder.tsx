import { Field, Input, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { heightClassOf } from "#shared/height-class.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { HeightTable, useHeightBands } from "./height-table.tsx";

type HeightError = "empty" | "notANumber" | "notPositive";

/** Parses a height in cm, such as "34.5" or "34,5 cm". Returns it rounded to 0.1 cm, or what is wrong. */
export function parseHeight(text: string): { height: number } | { error: HeightError } {
  const trimmed = text.trim().replace(/\s*cm$/i, "");
  if (trimmed === "") return { error: "empty" };
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(trimmed)) return { error: "notANumber" };
  const height = Math.round(Number(trimmed.replace(",", ".")) * 10) / 10;
  return height > 0 ? { height } : { error: "notPositive" };
}

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 280px), 1fr))",
    gap: "16px 48px",
    alignItems: "start",
  },
  lead: { margin: "8px 0 16px", color: tokens.colorNeutralForeground2 },
});

type Outcome = { height: number } | { error: HeightError } | null;

/** Finds the height class of a dog by its height (specification, section 3). */
export function HeightClassFinder() {
  const styles = useStyles();
  const { t } = useTranslation("height-class");
  const { number } = useFormats();
  const bands = useHeightBands();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>(null);
  const height = outcome && "height" in outcome ? outcome.height : null;
  const error = outcome && "error" in outcome ? t(`errors.${outcome.error}`) : undefined;
  const found = height === null ? null : heightClassOf(height);
  const band = bands.find(({ id }) => id === found);

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const parsed = parseHeight(text);
    setOutcome(parsed);
    if ("error" in parsed) input.current?.focus();
  };
  return (
    <div className={styles.root}>
      <div>
        <p className={styles.lead}>{t("lead")}</p>
        <Form label={t("title")} onSubmit={submit}>
          <Field
            label={t("height")}
            hint={t("hint")}
            size="large"
            {...(error !== undefined && { validationMessage: error })}
          >
            <Input
              ref={input}
              name="height"
              size="large"
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={(_, { value }) => {
                setText(value);
                if (error !== undefined) setOutcome(null);
              }}
            />
          </Field>
          <FormActions>
            <SubmitButton busy={false} look="primary">
              {t("find")}
            </SubmitButton>
          </FormActions>
          <FormSuccess>
            {height !== null && band && t("result", { height: number(height), ...band })}
          </FormSuccess>
        </Form>
      </div>
      <HeightTable found={found} />
    </div>
  );
}
