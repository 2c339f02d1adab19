import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular, ArrowDownRegular, ArrowUpRegular, DeleteRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useFieldArray, type FieldValues, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { message } from "#shared/api/fields.ts";
import { getSettings, changeTexts } from "#shared/api/settings.ts";
import { languageTitle, type Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { Form } from "#renderer/components/form/form.tsx";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import {
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

/**
 * What the sentences are called, in their shape: `_` is the name of a group or list, `item` that of a row of a list, and `add`
 * the button that adds one. Their order is that of the fields.
 */
type Labels = { [name: string]: string | Labels };

const ownKeys = new Set(["_", "item", "add"]);

/** Returns what an object or list has, without what is said about itself. */
const partsOf = (labels: Labels) => Object.entries(labels).filter(([name]) => !ownKeys.has(name));

const labelOf = (labels: Labels, key: string): string => {
  const label = labels[key];
  return typeof label === "string" ? label : "";
};

/** Texts from this length on have a field of several lines, as have those that usually are that long. */
const longText = 70;
/** About how many letters fit in a line of such a field, on a phone and beside it. */
const lineLength = 50;
const longTexts = new Set(["answer", "audience", "description", "lead", "story", "text"]);

const useStyles = makeStyles({
  group: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    "> summary": { padding: "12px 0", fontWeight: 600, cursor: "pointer" },
  },
  fields: { display: "grid", gap: "20px", padding: "8px 0 24px" },
  list: { display: "grid", gap: "16px", border: "none", margin: 0, padding: 0, minWidth: 0 },
  legend: { fontWeight: 600, padding: 0, marginBottom: "8px" },
  row: {
    display: "grid",
    gap: "12px",
    padding: "16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: { display: "flex", alignItems: "center", gap: "4px" },
  name: { flexGrow: 1, fontWeight: 600 },
  tool: { minWidth: "44px", minHeight: "44px" },
  add: { justifySelf: "start", minHeight: "44px" },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type FormState = UseFormReturn<FieldValues, unknown, FieldValues>;
type FieldsProps = { form: FormState; place: string; labels: Labels };

function Sentence({ form, place, label }: { form: FormState; place: string; label: string }) {
  // Typing does not change the kind and size of the field.
  const [length] = useState(() => String(form.getValues(place) ?? "").length);
  const isLong = length > longText || longTexts.has(place.split(".").at(-1) ?? "");
  const props = {
    label,
    registration: form.register(place, {
      validate: (text) => String(text).trim() !== "" || message.required,
    }),
    error: form.getFieldState(place, form.formState).error,
  };
  const rows = Math.min(8, Math.max(2, Math.ceil(length / lineLength)));
  return isLong ? <TextAreaField {...props} rows={rows} /> : <TextField {...props} />;
}

/** Rows of texts that are added, moved and removed. The focus stays on the button, or moves to the first field of a new row. */
function SentenceList({ form, place, labels }: FieldsProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: place });
  const rowName = (at: number) => t("row.of", { what: labelOf(labels, "item"), number: at + 1 });
  const empty = Object.fromEntries(partsOf(labels).map(([name]) => [name, ""]));
  return (
    <>
      {fields.map(({ id }, at) => {
        const what = rowName(at);
        return (
          <div key={id} role="group" aria-label={what} className={styles.row}>
            <div className={styles.head}>
              <span className={styles.name}>{what}</span>
              <Button
                appearance="subtle"
                className={styles.tool}
                icon={<ArrowUpRegular />}
                aria-label={t("row.up", { what })}
                disabledFocusable={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <Button
                appearance="subtle"
                className={styles.tool}
                icon={<ArrowDownRegular />}
                aria-label={t("row.down", { what })}
                disabledFocusable={at === fields.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <Button
                appearance="subtle"
                className={styles.tool}
                icon={<DeleteRegular />}
                aria-label={t("row.remove", { what })}
                onClick={() => remove(at)}
              />
            </div>
            <Fields form={form} place={`${place}.${at}`} labels={labels} />
          </div>
        );
      })}
      <Button className={styles.add} icon={<AddRegular />} onClick={() => append(empty)}>
        {labelOf(labels, "add")}
      </Button>
    </>
  );
}

/** The texts of an object, and those in it. */
function Fields({ form, place, labels }: FieldsProps) {
  const styles = useStyles();
  return partsOf(labels).map(([name, label]) => {
    const at = place === "" ? name : `${place}.${name}`;
    if (typeof label === "string") {
      return <Sentence key={name} form={form} place={at} label={label} />;
    }
    return (
      <fieldset key={name} className={styles.list}>
        <legend className={styles.legend}>{labelOf(label, "_")}</legend>
        <Texts form={form} place={at} labels={label} />
      </fieldset>
    );
  });
}

const Texts = (props: FieldsProps) =>
  "item" in props.labels ? <SentenceList {...props} /> : <Fields {...props} />;

function Group({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <details className={styles.group}>
      <summary>{title}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** Opens the groups in which something is wrong, and focuses the first wrong field. */
function showWrongFields(form: HTMLElement | null): void {
  const wrong = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
  for (const field of wrong) field.closest("details")?.setAttribute("open", "");
  wrong[0]?.focus();
}

const readerOf = (language: Language) => (settings: Settings) => {
  const { texts = {}, revision = 0 } = settings.texts[language] ?? {};
  return { values: texts, revision };
};

/** The form for the sentences of a language. Every text of it is required. */
export function SentencesForm({
  settings,
  language,
  onClose,
}: SettingFormProps & { language: Language }) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { form, attempt, foot } = useSettingForm<FieldValues>({
    id: `texts-${language}`,
    settings,
    endpoint: getSettings,
    read: readerOf(language),
    onClose,
  });
  const { busy, submit } = useSubmit(form, (texts) =>
    attempt((revision) =>
      call(changeTexts, { params: { language }, body: { texts, revision }, silent: true }),
    ),
  );
  const root = useRef<HTMLDivElement>(null);
  const { errors, submitCount, isSubmitting } = form.formState;
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) showWrongFields(root.current);
  }, [submitCount, isSubmitting]);
  const labels: Labels = t("sentences", { returnObjects: true });
  const parts = partsOf(labels);
  const general = Object.fromEntries(parts.filter(([, label]) => typeof label === "string"));
  const nameOf = (place: string) => {
    const found: string[] = [];
    let inner: string | Labels | undefined = labels;
    for (const name of place.split(".")) {
      if (typeof inner !== "object") break;
      if (/^\d+$/.test(name)) {
        found.push(t("row.of", { what: labelOf(inner, "item"), number: Number(name) + 1 }));
        continue;
      }
      inner = inner[name];
      if (typeof inner === "string") found.push(inner);
      else if (inner) found.push(labelOf(inner, "_"));
    }
    return found.join(": ");
  };
  return (
    <div ref={root}>
      <Form
        label={t("rows.sentencesIn", { language: languageTitle(language, language) })}
        onSubmit={submit}
      >
        <p className={styles.hint}>{t("placeholders", { placeholder: "{{name}}" })}</p>
        <div>
          <Group title={t("general")}>
            <Fields form={form} place="" labels={general} />
          </Group>
          {parts.map(
            ([name, label]) =>
              typeof label === "object" && (
                <Group key={name} title={labelOf(label, "_")}>
                  <Texts form={form} place={name} labels={label} />
                </Group>
              ),
          )}
        </div>
        <SettingFormFoot {...foot} error={errors.root} busy={busy} nameOf={nameOf} />
      </Form>
    </div>
  );
}
