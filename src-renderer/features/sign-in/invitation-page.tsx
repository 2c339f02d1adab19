import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router-dom";
import * as z from "zod/mini";
import { message } from "#shared/api/fields.ts";
import { acceptInvitation, checkInvitation, testInvitationToken } from "#shared/api/invitations.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { brand } from "#renderer/platform/brand.ts";
import { endSessionHere, signIn, useSession } from "#renderer/session/session-store.ts";
import { FeatureGate, useForgetRefusal } from "./feature-gate.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";
import { TermsField } from "./terms-field.tsx";

const schema = z.object({
  accepted: z.boolean().check(z.refine((accepted) => accepted, message.terms)),
});

type EntranceProps = {
  token: string;
  invited: { email: string; termsVersion: string };
  onEnter: () => void;
};

/** Accepts the terms and logs in. The link is used up by the button only: mail scanners open links. */
function Entrance({ token, invited, onEnter }: EntranceProps) {
  const { t } = useTranslation("sign-in");
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { accepted: false } });
  const [termsShown, setTermsShown] = useState(1);
  const { errors } = form.formState;
  useForgetRefusal(
    useFlags((flags) => flags.loginDisabled),
    form.clearErrors,
  );
  const { busy, submit } = useSubmit(form, async () => {
    const { termsVersion } = invited;
    const { data, error } = await call(acceptInvitation, {
      params: { token },
      body: { termsVersion },
    });
    if (data) {
      flushSync(onEnter);
      const { user } = useSession.getState();
      // What this device keeps of somebody else is not the member's.
      if (user && user.id !== data.user.id) endSessionHere();
      signIn(data);
      void navigate(routePath("dashboard"), { replace: true });
      return null;
    }
    if (error.code === "token-invalid" || error.code === "already-registered") {
      void refresh(checkInvitation);
      return null;
    }
    if (error.code === "terms-outdated") {
      form.setValue("accepted", false);
      form.setError("accepted", { message: message.terms });
      setTermsShown((times) => times + 1);
      void refresh(checkInvitation);
    }
    return error;
  });
  return (
    <Form label={t("invitation.form")} onSubmit={submit}>
      <p>{t("invitation.for", { address: invited.email })}</p>
      <p>{t("invitation.how")}</p>
      <FormFailure error={errors.root} words={{ "terms-outdated": t("register.termsOutdated") }} />
      <TermsField
        key={termsShown}
        registration={form.register("accepted")}
        error={errors.accepted}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("invitation.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Says that the link logs nobody in, and leads to the login, where a code can be mailed. */
function Refused({ text }: { text: string }) {
  const { t } = useTranslation("sign-in");
  return (
    <>
      <Notice intent="error">{text}</Notice>
      <div>
        <ButtonLink to={routePath("login")} look="accent">
          {t("invitation.login")}
        </ButtonLink>
      </div>
    </>
  );
}

function Invited({ token }: { token: string }) {
  const { t } = useTranslation("sign-in");
  const [isIn, setIn] = useState(false);
  // Once it was used, the link counts as invalid.
  const link = useApiQuery(
    checkInvitation,
    { params: { token }, silent: true },
    { staleTime: 0, enabled: !isIn },
  );
  return (
    <QueryView
      query={link}
      loading={<LoadingLines lines={5} />}
      hidesStale
      renderFailure={({ code }, standard) => {
        if (code === "token-invalid") return <Refused text={t("invitation.invalid")} />;
        if (code === "already-registered") return <Refused text={t("invitation.known")} />;
        return standard;
      }}
    >
      {(invited) => <Entrance token={token} invited={invited} onEnter={() => setIn(true)} />}
    </QueryView>
  );
}

/** /invitation/{token}: opened by the link in a mail to an imported member. Opening it does not use the link up. */
export default function InvitationPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { token = "" } = useParams();
  const loginDisabled = useFlags((flags) => flags.loginDisabled);
  return (
    <SignInLayout
      title={t("titles:invitation")}
      lead={t("invitation.lead", { brand: brand.name })}
      picture="rosette"
    >
      {token === testInvitationToken ? (
        <>
          <Notice>{t("invitation.test")}</Notice>
          <div>
            <ButtonLink to={routePath("home")} look="accent">
              {t("invitation.home")}
            </ButtonLink>
          </div>
        </>
      ) : (
        <FeatureGate disabled={loginDisabled}>
          <Invited token={token} />
        </FeatureGate>
      )}
    </SignInLayout>
  );
}
