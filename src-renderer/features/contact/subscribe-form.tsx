import { makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { subscribe, subscribeSchema } from "#shared/api/readers.ts";
import { isPartOn } from "#shared/parts.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { currentLanguage } from "#renderer/i18n/i18n.ts";
import { brand } from "#renderer/platform/brand.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  root: { maxWidth: "560px" },
  line: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "12px",
    alignItems: "start",
    [media.phone]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  // Beside the field, below the line of its label, also while an error stands below the field.
  button: { paddingTop: "31px", [media.phone]: { paddingTop: 0 } },
  consent: { margin: 0, fontSize: "15px", lineHeight: "22px" },
});

const formSchema = z.pick(subscribeSchema, { email: true });

/** Returns whether news by e-mail is offered: to visitors, while the part is on. Users find the setting in their account. */
export const useIsNewsOffered = (): boolean => useUser() === null && isPartOn(brand, "readersList");

/** Asks visitors for an address for news by e-mail; a mailed link proves it. */
export function SubscribeForm() {
  const styles = useStyles();
  const { t } = useTranslation("contact");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { email: "" } });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async ({ email }) => {
    setSentTo(null);
    const { error } = await call(subscribe, { body: { email, language: currentLanguage() } });
    if (error) return error;
    form.reset();
    setSentTo(email);
    return null;
  });
  return (
    <div className={styles.root}>
      <Form label={t("news.title")} onSubmit={submit}>
        <FormFailure error={errors.root} />
        <div className={styles.line}>
          <TextField
            label={t("news.email")}
            type="email"
            autoComplete="email"
            registration={form.register("email")}
            error={errors.email}
          />
          <div className={styles.button}>
            <SubmitButton busy={busy} look="secondary">
              {t("news.submit")}
            </SubmitButton>
          </div>
        </div>
        <p className={styles.consent}>
          <Trans
            t={t}
            i18nKey="news.consent"
            components={{ privacy: <TextLink to={routePath("privacy")}>{null}</TextLink> }}
          />
        </p>
        <FormSuccess>{sentTo !== null && t("news.sent", { email: sentTo })}</FormSuccess>
      </Form>
    </div>
  );
}
