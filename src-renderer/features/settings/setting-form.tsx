import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef, useState } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type GlobalError,
  type Resolver,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { getChecklist } from "#shared/api/checklist.ts";
import type { Endpoint } from "#shared/api/endpoint.ts";
import type { getSettings } from "#shared/api/settings.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { type Answer, call, type CallInput } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import type { Failure } from "#renderer/components/form/use-submit.ts";
import { createDraft } from "#renderer/session/draft.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { tokens } from "#renderer/theme/tokens.ts";

export type Settings = z.output<typeof getSettings.answer>;

/** Values of a form as they are stored, and their revision, which a save names. */
type Stored<Values> = { values: Values; revision: number };

type Draft = { values: FieldValues; base: Stored<FieldValues> };

/** What was typed and not saved when the page was left, by form. */
const drafts = createDraft<Readonly<Record<string, Draft>>>({}, (written) => written);

const keepDraft = (id: string, draft: Draft | null) => {
  const { [id]: _, ...others } = drafts.read();
  drafts.keep(draft ? { ...others, [id]: draft } : others);
};

/** Returns whether a form was left with unsaved text. */
export const hasDraft = (id: string): boolean => id in drafts.read();

/** A text that somebody else has saved, and its place in the form, such as `social.0.url`. */
type Theirs = { place: string; text: string };

/** Returns the texts of values by their place. */
function textsIn(value: unknown, place = ""): Theirs[] {
  if (typeof value !== "object" || value === null) return [{ place, text: String(value) }];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, place === "" ? name : `${place}.${name}`),
  );
}

/** Returns the texts of `theirs` that differ from those of `mine`. */
function differences(theirs: unknown, mine: unknown): Theirs[] {
  const own = new Map(textsIn(mine).map(({ place, text }) => [place, text]));
  const now = textsIn(theirs);
  const removed = [...own.keys()].filter((place) => now.every((text) => text.place !== place));
  return [
    ...now.filter(({ place, text }) => own.get(place) !== text),
    ...removed.map((place) => ({ place, text: "" })),
  ];
}

type SettingFormOptions<
  Values extends FieldValues,
  Sent extends FieldValues,
  E extends Endpoint,
> = {
  /** Names the form among those of the settings. */
  id: string;
  /** What `endpoint` answered. */
  settings: Answer<E>;
  endpoint: E;
  /** Returns what the form shows of the settings; a constant of the form. */
  read: (settings: Answer<E>) => Stored<Values>;
  resolver?: Resolver<Values, unknown, Sent>;
  /** Called once it is saved or given up. */
  onClose: (isSaved: boolean) => void;
};

/**
 * Hook: a form of the settings. `attempt` sends a change with the revision that the form began with. If somebody else was faster,
 * it reads their values, which `SettingFormFoot` shows, and the next attempt replaces them. What was typed stays after a failure,
 * and in memory when the page is left; closing the window asks first.
 */
export function useSettingForm<
  Values extends FieldValues,
  Sent extends FieldValues | undefined = undefined,
  E extends Endpoint = typeof getSettings,
>({
  id,
  settings,
  endpoint,
  read,
  resolver,
  onClose,
}: SettingFormOptions<Values, Sent extends FieldValues ? Sent : Values, E>) {
  type Out = Sent extends FieldValues ? Sent : Values;
  const [draft] = useState(() => drafts.read()[id]);
  const [base, setBase] = useState<Stored<Values>>(
    () => (draft?.base as Stored<Values> | undefined) ?? read(settings), // kept by the form of this id
  );
  const [theirs, setTheirs] = useState<readonly Theirs[] | null>(null);
  const form = useForm<Values, unknown, Out>({
    defaultValues: (draft?.values ?? base.values) as DefaultValues<Values>, // all of them
    ...(resolver && { resolver }),
  });
  const isChanged = () => JSON.stringify(form.getValues()) !== JSON.stringify(base.values);
  const unsaved = useRef<() => Draft | null>(() => null);
  useEffect(() => {
    unsaved.current = () => (isChanged() ? { values: form.getValues(), base } : null);
  });
  useEffect(() => {
    const askFirst = (event: BeforeUnloadEvent) => {
      if (unsaved.current()) event.preventDefault();
    };
    window.addEventListener("beforeunload", askFirst);
    return () => {
      window.removeEventListener("beforeunload", askFirst);
      // A logout has just cleared the drafts.
      if (useSession.getState().user) keepDraft(id, unsaved.current());
    };
  }, [id]);
  const close = (isSaved: boolean) => {
    setBase({ ...base, values: form.getValues() });
    unsaved.current = () => null;
    // The form stays, hidden: what it began with must not come back.
    keepDraft(id, null);
    onClose(isSaved);
  };
  const attempt = async (
    send: (revision: number) => Promise<{ error: ApiFailure | null }>,
  ): Promise<ApiFailure | null> => {
    const { error } = await send(base.revision);
    if (error?.code === "conflict") {
      const { data } = await call(endpoint, { silent: true } as CallInput<E>); // without parameters
      if (data) {
        const now = read(data);
        setBase(now);
        setTheirs(differences(now.values, form.getValues()));
      }
    }
    if (error) return error;
    await refresh(endpoint);
    // Of the strip on public pages.
    void refresh(getChecklist);
    close(true);
    return null;
  };
  return {
    form,
    attempt,
    foot: {
      theirs,
      isChanged,
      takeTheirs: () => {
        form.reset(base.values);
        setTheirs(null);
      },
      close: () => close(false),
    },
  };
}

/** Failures that the dialog for the password shows itself: all others lead back to the form. */
const ofDialog = new Set(["factor-needed", "enrolment-code-needed", "busy", "too-many-requests"]);

/** Returns whether a failure belongs into the dialog for the password. */
export const isOfPasswordDialog = ({ code = "", fields }: Failure) =>
  ofDialog.has(code) || fields?.password !== undefined;

const useStyles = makeStyles({
  theirs: { display: "grid", gap: "8px", justifyItems: "start" },
  list: { display: "grid", gap: "8px", margin: 0, width: "100%" },
  text: {
    margin: 0,
    maxHeight: "12em",
    overflowY: "auto",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    color: tokens.colorNeutralForeground2,
  },
});

type SettingFormFootProps = ReturnType<typeof useSettingForm>["foot"] & {
  error: GlobalError | undefined;
  busy: boolean;
  /** Returns what a place of the form is called. */
  nameOf: (place: string) => string;
  submit?: string;
};

/** The end of a form of the settings: why it was not saved, what somebody else has saved meanwhile, and its buttons. */
export function SettingFormFoot(props: SettingFormFootProps) {
  const { error, busy, nameOf, submit, theirs, isChanged, takeTheirs, close } = props;
  const styles = useStyles();
  const { t } = useTranslation(["settings", "common"]);
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // The button that was pressed has given way to others.
  useEffect(() => {
    if (wasPressed.current) button.current?.focus();
  }, [isAsking]);
  const words = { conflict: t("failed.conflict"), "read-only": t("failed.readOnly") };
  return (
    <>
      <FormFailure error={error} words={words} />
      {theirs && theirs.length > 0 && (
        <div role="group" aria-label={t("theirs.title")} className={styles.theirs}>
          <strong>{t("theirs.title")}</strong>
          <dl className={styles.list}>
            {theirs.map(({ place, text }) => (
              <div key={place}>
                <dt>{nameOf(place)}</dt>
                <dd className={styles.text}>{text || "–"}</dd>
              </div>
            ))}
          </dl>
          <Button onClick={takeTheirs}>{t("theirs.take")}</Button>
        </div>
      )}
      {isAsking ? (
        <div role="group" aria-label={t("discard.title")} className={styles.theirs}>
          <strong>{t("discard.title")}</strong>
          <span>{t("discard.text")}</span>
          <FormActions>
            <DangerButton size="large" onClick={close}>
              {t("discard.action")}
            </DangerButton>
            <Button ref={button} size="large" onClick={() => setAsking(false)}>
              {t("discard.dismiss")}
            </Button>
          </FormActions>
        </div>
      ) : (
        <FormActions>
          <SubmitButton busy={busy}>{submit ?? t("save")}</SubmitButton>
          <Button
            ref={button}
            size="large"
            onClick={() => {
              wasPressed.current = true;
              if (isChanged()) setAsking(true);
              else close();
            }}
          >
            {t("common:cancel")}
          </Button>
        </FormActions>
      )}
    </>
  );
}

/** What every form of the settings gets. */
export type SettingFormProps = { settings: Settings; onClose: (isSaved: boolean) => void };
