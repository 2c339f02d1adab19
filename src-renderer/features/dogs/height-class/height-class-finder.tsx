import { Field, Input, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { heightClassOf, type HeightClass, heightClasses } from "#shared/height-class.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { HeightClassArt } from "./height-class-art.tsx";

/** Returns the height classes with their names and bands as texts: "Small", "30.1 to 35 cm". */
function useHeightBands() {
  const { t } = useTranslation("height-class");
  const { number } = useFormats();
  return heightClasses.map(({ id, upTo }, i) => {
    const below = heightClasses[i - 1];
    const bounds = {
      from: below && number(below.upTo + 0.1),
      upTo: number(upTo),
    };
    const band = t(below ? (upTo === Infinity ? "last" : "between") : "first", bounds);
    return { id, name: t(`names.${id}`), band };
  });
}

const narrow = "@media (max-width: 359px)";

const useHeightTableStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse" },
  row: { borderLeft: "4px solid transparent" },
  found: { backgroundColor: tokens.colorNeutralBackground3, borderLeftColor: tokens.colorAccent },
  cell: { padding: "2px 8px", textAlign: "left", fontWeight: 400, whiteSpace: "nowrap" },
  name: { width: "100%", paddingLeft: "4px", fontWeight: 600 },
  picture: {
    display: "inline-grid",
    placeItems: "center",
    width: "60px",
    height: "40px",
    marginRight: "8px",
    verticalAlign: "middle",
    [narrow]: {
      gridTemplate: "minmax(0, 1fr) / minmax(0, 1fr)",
      width: "44px",
      "> *": { transform: "scale(0.72)" },
    },
  },
  band: {
    textAlign: "right",
    fontSize: "15px",
    color: tokens.colorNeutralForeground2,
    [narrow]: { boxSizing: "border-box", minWidth: "84px", paddingLeft: 0, whiteSpace: "normal" },
  },
});

function HeightTable({ found }: { found: HeightClass | null }) {
  const styles = useHeightTableStyles();
  const { t } = useTranslation("height-class");
  const bands = useHeightBands();
  return (
    <table className={styles.table}>
      <VisuallyHidden as="caption">{t("caption")}</VisuallyHidden>
      <VisuallyHidden as="thead">
        <tr>
          <th scope="col">{t("class")}</th>
          <th scope="col">{t("range")}</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {bands.map(({ id, name, band }) => (
          <tr
            key={id}
            className={mergeClasses(styles.row, id === found && styles.found)}
            {...(id === found && { "aria-current": true })}
          >
            <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
              <span className={styles.picture}>
                <HeightClassArt heightClass={id} />
              </span>
              {name}
            </th>
            <td className={mergeClasses(styles.cell, styles.band)}>{band}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeightError = "empty" | "notANumber" | "notPositive";

/** Parses a height in cm, such as "34.5" or "34,5 cm". Returns it rounded to 0.1 cm, or the error. */
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
            <SubmitButton busy={false} look="secondary">
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
