import { Button, makeStyles } from "@fluentui/react-components";
import { Fragment, useRef, useState } from "react";
import { useForm, type UseFormRegisterReturn, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { newIdempotencyKey } from "#renderer/api-client/client.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { PasswordField } from "#renderer/features/sign-in/index.ts";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { factorCodeName, useFactorProof } from "#renderer/features/account/index.ts";
import { useSubmit, type Failure } from "#renderer/components/form/use-submit.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

export type ActValues = Record<string, string>;

/** A field of the dialog. Values are strings, as typed. */
export type ActField = { name: string; label: string; hint?: string } & (
  | { kind: "date" | "number" | "text" | "password" }
  | { kind: "long"; rows: number }
  | { kind: "choice"; options: readonly { value: string; text: string }[] }
);

/** Result of an act, to show; `undo` is the id of the act if it can be undone. */
export type Outcome = { text: string; undo?: string; isFailure?: boolean };

/** A warning about the chosen values, and the label and values of a button that chooses others instead. */
type Warning = { text: string; instead?: { text: string; values: ActValues } };

/** An admin's action on a member: the texts and fields of its dialog, and the request that it sends. */
export type Act = {
  /** React key of the dialog, so that each act has its own form state. */
  id: string;
  title: string;
  /** Label of the button. */
  action: string;
  isDanger?: boolean;
  /** What will happen, in paragraphs. */
  texts: readonly string[];
  fields: readonly ActField[];
  values: ActValues;
  /** Returns error messages by field, in which case nothing is sent; null if all fields are valid. */
  check?: (values: ActValues) => Record<string, string> | null;
  /** Returns the warning to show below the field of the kind "choice" for these values, or null. */
  warn?: (values: Readonly<Partial<ActValues>>) => Warning | null;
  /** Returns values to set in other fields after a field of the kind "choice" has changed. */
  follow?: (values: Readonly<Partial<ActValues>>) => ActValues;
  /** Messages by error code that replace the default ones. */
  words?: Readonly<Record<string, string>>;
  /** Sends the request. `key` is its idempotency key: retries with the same values reuse it until one succeeds. */
  send: (
    values: ActValues,
    key: string,
  ) => Promise<{ failure: ApiFailure } | { failure: null; outcome: Outcome }>;
};

const useChoiceFieldStyles = makeStyles({
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
function ChoiceField({ label, registration, options }: ChoiceFieldProps) {
  const styles = useChoiceFieldStyles();
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

type ActFieldInputProps = {
  field: ActField;
  form: UseFormReturn<ActValues>;
  onChange: () => void;
};

function ActFieldInput({ field, form, onChange }: ActFieldInputProps) {
  const { name, label } = field;
  const registration = form.register(name, { onChange });
  const props = {
    label,
    registration,
    error: form.formState.errors[name],
    ...(field.hint !== undefined && { hint: field.hint }),
  };
  switch (field.kind) {
    case "long":
      return <TextAreaField {...props} rows={field.rows} />;
    case "choice":
      return <ChoiceField {...props} options={field.options} />;
    case "password":
      return <PasswordField {...props} autoComplete="current-password" />;
    case "date":
      return <TextField {...props} type="date" />;
    case "number":
      return <TextField {...props} inputMode="decimal" />;
    case "text":
      return <TextField {...props} />;
  }
}

/** Provides the idempotency key of a request, which is new whenever the values change and after `renew`. */
function useIdempotencyKey() {
  const last = useRef<{ values: string; key: string } | null>(null);
  return {
    keyOf: (values: ActValues): string => {
      // A retry with another password or second-factor code is still the same request.
      const text = JSON.stringify({ ...values, password: undefined, [factorCodeName]: undefined });
      if (last.current?.values !== text) last.current = { values: text, key: newIdempotencyKey() };
      return last.current.key;
    },
    renew: () => void (last.current = null),
  };
}

const useStyles = makeStyles({
  // Addresses of members may be long.
  texts: { overflowWrap: "anywhere" },
  instead: { marginTop: "12px" },
});

type ChoiceWarningProps = { warning: Warning; onChoose: (values: ActValues) => void };

/** Warns about the chosen values, and offers others. */
function ChoiceWarning({ warning: { text, instead }, onChoose }: ChoiceWarningProps) {
  const styles = useStyles();
  return (
    <Notice intent="warning">
      <p>{text}</p>
      {instead && (
        <Button className={styles.instead} onClick={() => onChoose(instead.values)}>
          {instead.text}
        </Button>
      )}
    </Notice>
  );
}

const rejected = (fields: Record<string, string>): Failure => ({ kind: "rejected", fields });

type ActDialogProps = {
  act: Act;
  open: boolean;
  onDone: (outcome: Outcome) => Promise<void>;
  onClose: () => void;
};

/** Confirms an act: says what will happen, and asks for its fields. Typed values stay after a failure. */
export function ActDialog({ act, open, onDone, onClose }: ActDialogProps) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const form = useForm<ActValues>({ defaultValues: act.values });
  const { keyOf, renew } = useIdempotencyKey();
  const [wasOpen, setWasOpen] = useState(open);
  const [chosen, setChosen] = useState(act.values);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      form.reset(act.values);
      setChosen(act.values);
    }
  }
  const { errors } = form.formState;
  const warning = act.warn?.(chosen);
  const { guard, field: code, words: factorWords } = useFactorProof(form);
  const { busy, submit } = useSubmit(form, async (values) => {
    const wrong = act.check?.(values);
    if (wrong) return rejected(wrong);
    return guard(async () => {
      const result = await act.send(values, keyOf(values));
      if (result.failure) return result.failure;
      renew();
      await onDone(result.outcome);
      return null;
    });
  });
  const choose = (values: ActValues) => {
    for (const [name, value] of Object.entries(values)) form.setValue(name, value);
    setChosen(form.getValues());
  };
  const words = {
    ...factorWords,
    conflict: t("failed.conflict"),
    "already-subscribed": t("failed.already-subscribed"),
    "no-subscription": t("failed.no-subscription"),
    "payments-unavailable": t("failed.payments-unavailable"),
    ...act.words,
  };
  return (
    <ConfirmDialog
      open={open}
      title={act.title}
      action={act.action}
      busy={busy}
      isDanger={act.isDanger ?? false}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Form label={act.title} onSubmit={submit}>
        <div className={styles.texts}>
          {act.texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <FormFailure error={errors.root} words={words} />
        {act.fields.map((field) => (
          <Fragment key={field.name}>
            <ActFieldInput
              field={field}
              form={form}
              onChange={() =>
                choose((field.kind === "choice" && act.follow?.(form.getValues())) || {})
              }
            />
            {warning && field.kind === "choice" && (
              <ChoiceWarning
                warning={warning}
                onChoose={(values) => {
                  choose(values);
                  form.setFocus(field.name);
                }}
              />
            )}
          </Fragment>
        ))}
        {code}
        {/* Lets Enter submit the form: the dialog's own button is outside it. */}
        <button type="submit" hidden>
          {act.action}
        </button>
      </Form>
    </ConfirmDialog>
  );
}
