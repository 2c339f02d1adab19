import { Field, Input, makeStyles, Select, Textarea } from "@fluentui/react-components";
import { createContext, use, useEffect, useId, useState, type ReactNode } from "react";
import type { DraftProblem } from "#shared/api/studio.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";

/** Fields of an entry as its files hold them: what the studio does not know stays as it is. */
export type Fields = Readonly<Record<string, unknown>>;

/** What every field of an entry needs to know. */
export const EntryForm = createContext<{
  problems: readonly DraftProblem[];
  isReadOnly: boolean;
  /** Registers that the problem of a place is shown at its field. Returns the function that unregisters it. */
  registerProblem?: (place: string) => () => void;
}>({ problems: [], isReadOnly: false });

/** Returns the problem that the field of a place shows: the first one there. */
export const problemAt = (problems: readonly DraftProblem[], place: string | undefined) =>
  problems.find((one) => one.place === place);

/** Returns the problem message for a field to show. The list of problems then does not repeat it. */
export function useProblem(place: string | undefined): string | undefined {
  const { problems, registerProblem } = use(EntryForm);
  const message = problemAt(problems, place)?.message;
  const shownAt = message === undefined ? undefined : place;
  useEffect(
    () => (shownAt === undefined ? undefined : registerProblem?.(shownAt)),
    [shownAt, registerProblem],
  );
  return message;
}

/** Id of the field at a place of the entry, to which the list of problems leads. */
export const fieldId = (place: string) => `field-${place}`;

/** Returns a list of objects in a field; values of another form count as empty. */
export const rowsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map((row: unknown) => (isFields(row) ? row : {})) : [];

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns fields with one changed; `undefined` removes it. */
export function withField(fields: Fields, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _, ...others } = fields;
  if (value === undefined) return others;
  return name in fields ? { ...fields, [name]: value } : { ...others, [name]: value };
}

/** Returns the text of a field whose value may be of any type. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

type FieldInputProps = {
  /** Where it is in the entry, as the API names it: `en.ingredients.2.name`. */
  place: string;
  label: string;
  hint?: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** The label of a field, and its problem. */
function Labelled({
  place,
  label,
  hint,
  children,
}: Pick<FieldInputProps, "place" | "label" | "hint"> & { children: ReactNode }) {
  const problem = useProblem(place);
  return (
    <Field
      label={label}
      {...(hint !== undefined && { hint })}
      {...(problem !== undefined && { validationMessage: problem })}
    >
      {children}
    </Field>
  );
}

const useStyles = makeStyles({
  // Small fields stand beside each other; the browser's own width would not fit.
  input: { minWidth: 0, "& input": { minWidth: 0, width: "100%" } },
});

type LineInputProps = FieldInputProps & {
  type?: "text" | "date" | "url";
  lang?: string;
  /** Id of a list of suggestions. */
  list?: string;
};

/** A field of one line. An empty text removes it. */
export function LineInput({ type = "text", lang, list, ...field }: LineInputProps) {
  const styles = useStyles();
  const { isReadOnly } = use(EntryForm);
  return (
    <Labelled {...field}>
      <Input
        id={fieldId(field.place)}
        type={type}
        className={styles.input}
        readOnly={isReadOnly}
        value={textOf(field.value)}
        autoComplete="off"
        {...(lang !== undefined && { lang })}
        {...(list !== undefined && { list })}
        onChange={(_, { value }) => field.onChange(value === "" ? undefined : value)}
      />
    </Labelled>
  );
}

/** A field of several lines. */
export function AreaInput({
  rows,
  lang,
  ...field
}: FieldInputProps & { rows: number; lang?: string }) {
  const { isReadOnly } = use(EntryForm);
  return (
    <Labelled {...field}>
      <Textarea
        id={fieldId(field.place)}
        rows={rows}
        resize="vertical"
        readOnly={isReadOnly}
        value={textOf(field.value)}
        {...(lang !== undefined && { lang })}
        onChange={(_, { value }) => field.onChange(value === "" ? undefined : value)}
      />
    </Labelled>
  );
}

/** Returns a typed number, with comma or point; other texts stay, so that nothing typed is lost. */
function typedNumber(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^-?\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : text;
}

/** A number. `times`: how many of the shown ones are one stored, as 100 for a share shown in per cent. */
export function NumberInput({ times = 1, ...field }: FieldInputProps & { times?: number }) {
  const styles = useStyles();
  const { isReadOnly } = use(EntryForm);
  const [typed, setTyped] = useState("");
  const { value } = field;
  const stored = (text: string) => {
    const number = typedNumber(text);
    return typeof number === "number" ? Math.round((number / times) * 1e6) / 1e6 : number;
  };
  const shown =
    stored(typed) === value
      ? typed // "1.0", on the way to 1.05
      : textOf(typeof value === "number" ? Math.round(value * times * 1e6) / 1e6 : value);
  return (
    <Labelled {...field}>
      <Input
        id={fieldId(field.place)}
        inputMode="decimal"
        className={styles.input}
        readOnly={isReadOnly}
        value={shown}
        autoComplete="off"
        onChange={(_, { value: text }) => {
          setTyped(text);
          field.onChange(stored(text));
        }}
      />
    </Labelled>
  );
}

type ChoiceInputProps = FieldInputProps & {
  options: readonly (readonly [value: string, text: string])[];
  /** Text of the choice that removes the field; without it one has to be chosen. */
  none?: string;
};

/** One of some values. A value that is none of them stays, and is shown. */
export function ChoiceInput({ options, none, ...field }: ChoiceInputProps) {
  const styles = useStyles();
  const { isReadOnly } = use(EntryForm);
  const value = textOf(field.value);
  const isKnown = value === "" ? none !== undefined : options.some(([known]) => known === value);
  return (
    <Labelled {...field}>
      <Select
        id={fieldId(field.place)}
        className={styles.input}
        disabled={isReadOnly}
        value={value}
        onChange={(_, chosen) => field.onChange(chosen.value === "" ? undefined : chosen.value)}
      >
        {!isKnown && <option value={value}>{value || "–"}</option>}
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

/** Yes, or nothing. */
export function CheckInput({ place, label, value, onChange }: FieldInputProps) {
  const { isReadOnly } = use(EntryForm);
  return (
    <Checkbox
      id={fieldId(place)}
      label={label}
      disabled={isReadOnly}
      checked={value === true}
      onChange={({ target }) => onChange(target.checked ? true : undefined)}
    />
  );
}

const useGroupStyles = makeStyles({
  group: { display: "grid", gap: "12px", border: "none", margin: 0, padding: 0, minWidth: 0 },
  legend: { padding: 0, marginBottom: "8px", fontWeight: 600 },
  row: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 120px), 1fr))",
    gap: "12px",
    alignItems: "start",
  },
});

/** Fields that belong together. The place is that of the list or object that they are parts of. */
export function FieldGroup({
  place,
  title,
  children,
}: {
  place?: string;
  title: string;
  children: ReactNode;
}) {
  const styles = useGroupStyles();
  const problemId = useId();
  const problem = useProblem(place);
  return (
    <fieldset
      className={styles.group}
      {...(place !== undefined && { id: fieldId(place), tabIndex: -1 })}
      {...(problem !== undefined && { "aria-describedby": problemId })}
    >
      <legend className={styles.legend}>{title}</legend>
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
      {children}
    </fieldset>
  );
}

/** Small fields beside each other. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={useGroupStyles().row}>{children}</div>
);

/** A problem that belongs to more than one field. */
export const ProblemText = ({ id, children }: { id?: string; children: ReactNode }) => (
  <Field validationMessage={{ id, children }}>
    <span />
  </Field>
);
