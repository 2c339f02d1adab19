import { Button, Field, makeStyles, Textarea } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { confirmEnrolment, type Enrolment } from "#shared/api/second-factor.ts";
import { codeSchema } from "#shared/api/sign-in.ts";
import { useCopy } from "#renderer/components/use-copy.ts";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { callRenewing } from "#renderer/session/renew-token.ts";

const narrow = "@media (max-width: 559px)";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px", justifyItems: "start", "& p": { margin: 0 } },
  // Scanned from another device while its code is typed: both stay in view, also above a keyboard.
  pair: {
    display: "grid",
    gridTemplateColumns: "minmax(0, auto) minmax(0, 1fr)",
    alignItems: "start",
    gap: "16px 24px",
    width: "100%",
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  // Cameras need dark on light, in the dark theme too.
  picture: {
    width: "220px",
    maxWidth: "100%",
    backgroundColor: "#fff",
    borderRadius: "8px",
    forcedColorAdjust: "none",
    [narrow]: { width: "176px" },
  },
  key: { width: "100%", maxWidth: "340px" },
  // Whoever types it has to see all of it.
  secret: { fontFamily: "monospace", wordBreak: "break-all", resize: "none" },
});

/** The QR code of a key. */
function Picture({ picture: { size, path } }: Pick<Enrolment, "picture">) {
  const styles = useStyles();
  const { t } = useTranslation("second-factor");
  const margin = 3;
  const side = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={t("picture")}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={styles.picture}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

type EnrolmentFormProps = {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

/** Shows a new key as picture and text, and asks for its first code. */
export function EnrolmentForm({ enrolment, onConfirmed, onCancel }: EnrolmentFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("second-factor");
  const quiet = useButtonLook("secondary");
  const secret = useRef<HTMLTextAreaElement>(null);
  const { outcome, copy } = useCopy();
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors } = form.formState;
  const pair = useRef<HTMLDivElement>(null);
  useEffect(() => focusReplacement(pair.current?.querySelector("input") ?? null, pair.current), []);
  const { busy, submit } = useSubmit(form, async (body) => {
    const { data, error } = await callRenewing(confirmEnrolment, { body });
    if (data) onConfirmed(data.recoveryCodes);
    return error;
  });
  return (
    <div className={styles.stack}>
      <p>{t("scan")}</p>
      <div ref={pair} className={styles.pair}>
        <Picture picture={enrolment.picture} />
        <Form label={t("turnOnQuestion")} onSubmit={submit}>
          <FormFailure error={errors.root} words={{ conflict: t("expired") }} />
          <p>{t("enter")}</p>
          <TextField
            label={t("code")}
            autoComplete="one-time-code"
            inputMode="numeric"
            registration={form.register("code")}
            error={errors.code}
          />
          <FormActions>
            <SubmitButton busy={busy}>{t("confirm")}</SubmitButton>
            <Button size="large" {...quiet} onClick={onCancel}>
              {t("cancel")}
            </Button>
          </FormActions>
        </Form>
      </div>
      <Field label={t("key")} className={styles.key}>
        <Textarea
          ref={secret}
          readOnly
          size="large"
          rows={2}
          value={enrolment.secret}
          textarea={{ className: styles.secret }}
        />
      </Field>
      <Button {...quiet} onClick={() => void copy(secret.current)}>
        {t("copyKey")}
      </Button>
      <FormSuccess>{outcome && t(outcome)}</FormSuccess>
    </div>
  );
}
