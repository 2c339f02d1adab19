import { Button, makeStyles } from "@fluentui/react-components";
import { Fragment, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
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
import { ChoiceField } from "./choice-field.tsx";

export type ActValues = Record<string, string>;

/** A field that a dialog asks for. Values are texts, as typed. */
export type ActField = { name: string; label: string; hint?: string } & (
  | { kind: "date" | "number" | "text" | "password" }
  | { kind: "long"; rows: number }
  | { kind: "choice"; options: readonly { value: string; text: string }[] }
);

/** What an act did; `undo` is the id of the act if it can be undone. */
export type Outcome = { text: string; undo?: string; isFailure?: boolean };

/** What is warned of while values are chosen, and a button that chooses others. */
type Warning = { text: string; instead?: { text: string; values: ActValues } };

/** An act of an admin: its fields, its warning, and the call that carries it out. */
export type Act = {
  /** Tells acts apart: each has a form of its own. */
  id: string;
  title: string;
  /** Label of the button. */
  action: string;
  isDanger?: boolean;
  /** What will happen, in paragraphs. */
  texts: readonly string[];
  fields: readonly ActField[];
  values: ActValues;
  /** Returns messages for fields that are not right; nothing is sent then. */
  check?: (values: ActValues) => Record<string, string> | null;
  /** Returns the warning for the chosen values; needs a field of the kind "choice". */
  warn?: (values: Readonly<Partial<ActValues>>) => Warning | null;
  /** Returns values that follow from what was chosen; needs a field of the kind "choice". */
  follow?: (values: Readonly<Partial<ActValues>>) => ActValues;
  /** Own texts for some error codes. */
  words?: Readonly<Record<string, string>>;
  /** Carries it out. The same `key` comes with the same values until it succeeded: it is done once. */
  send: (
    values: ActValues,
    key: string,
  ) => Promise<{ failure: ApiFailure } | { failure: null; outcome: Outcome }>;
};

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

/** Returns the key of a request: a new one whenever the values change, or after a success. */
function useRequestKey() {
  const last = useRef<{ values: string; key: string } | null>(null);
  return {
    keyOf: (values: ActValues): string => {
      // Neither the password nor a code is part of what is asked for.
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

/** Warns of the chosen option, and offers another one. */
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

/** Asks once before an act: says what will happen, and asks for what it needs. What was typed stays after a failure. */
export function ActDialog({ act, open, onDone, onClose }: ActDialogProps) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const form = useForm<ActValues>({ defaultValues: act.values });
  const { keyOf, renew } = useRequestKey();
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
        {/* The dialog's own button is outside the form, which Enter would not submit without one. */}
        <button type="submit" hidden>
          {act.action}
        </button>
      </Form>
    </ConfirmDialog>
  );
}
