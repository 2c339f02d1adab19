import { Button, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { completeLogin, factorCodeSchema } from "#shared/api/second-factor.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { signIn } from "#renderer/session/session-store.ts";

const useStyles = makeStyles({
  step: { display: "grid", gap: "20px", justifyItems: "stretch", "& p": { margin: 0 } },
  other: { justifySelf: "start" },
});

type CodeLoginProps = {
  challenge: string;
  onBack: () => void;
  onSignedIn: () => void;
};

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function CodeLogin({ challenge, onBack, onSignedIn }: CodeLoginProps) {
  const styles = useStyles();
  const { t } = useTranslation("second-factor");
  const quiet = useButtonLook("secondary");
  const [way, setWay] = useState<"app" | "recovery">("app");
  const form = useForm({ resolver: zodResolver(factorCodeSchema), defaultValues: { code: "" } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus, way]);
  const { busy, submit } = useSubmit(form, async ({ code }) => {
    const { data, error } = await call(completeLogin, { body: { challenge, code } });
    if (data) {
      onSignedIn();
      signIn(data);
    }
    return error;
  });
  const other = () => {
    form.reset();
    setWay(way === "app" ? "recovery" : "app");
  };
  return (
    <div className={styles.step}>
      <Heading level={2} size="small">
        {t("login.title")}
      </Heading>
      <p>{t(way === "app" ? "login.text" : "login.recoveryText")}</p>
      <Form label={t("login.title")} onSubmit={submit}>
        <FormFailure error={errors.root} words={{ "login-over": t("login.over") }} />
        <TextField
          key={way}
          label={t(way === "app" ? "code" : "recoveryCode")}
          autoComplete={way === "app" ? "one-time-code" : "off"}
          inputMode={way === "app" ? "numeric" : "text"}
          registration={form.register("code")}
          error={errors.code}
        />
        <FormActions>
          <SubmitButton busy={busy}>{t("login.submit")}</SubmitButton>
          <Button size="large" {...quiet} onClick={onBack}>
            {t("login.back")}
          </Button>
        </FormActions>
      </Form>
      <Button className={styles.other} appearance="transparent" onClick={other}>
        {t(way === "app" ? "login.useRecovery" : "login.useApp")}
      </Button>
    </div>
  );
}
