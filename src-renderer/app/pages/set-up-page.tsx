import { Link, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import * as z from "zod/mini";
import { currentPasswordField, samePasswords } from "#shared/api/fields.ts";
import {
  beginSetUp,
  checkSetUp,
  completeSetUp,
  type FirstAdmin,
  setUpSchema,
} from "#shared/api/set-up.ts";
import type { MailedCode } from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { call, type CallInput } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { type Failure, useSubmit } from "#renderer/components/form/use-submit.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { CodeStep } from "#renderer/features/sign-in/code-step/code-step.tsx";
import { NewPasswordFields } from "#renderer/features/sign-in/password-fields.tsx";
import { SignInLayout } from "#renderer/features/sign-in/sign-in-layout.tsx";
import { currentLanguage } from "#renderer/i18n/i18n.ts";
import { signIn, useUser } from "#renderer/session/session-store.ts";
import { SetUpGuide } from "./set-up-guide.tsx";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "20px", "& p": { margin: 0 } },
});

/** Time for a request that waits for the mail server, in ms. */
const mailTimeoutMs = 90_000;

const { name, email, password } = setUpSchema.shape;

/** The rules of the form: those of the request, with the password repeated. */
const formSchema = z
  .object({ name, email, password, repeat: currentPasswordField })
  .check(samePasswords("password"));

type Body = CallInput<typeof beginSetUp>["body"];

type FirstAdminFormProps = {
  /** What was entered before, if the set-up was left in the middle. */
  entered: { name: string | null; email: string | null };
  /** Whether the last code does not work any more. */
  isOver: boolean;
  /** Sends the form; resolves to the failure to show, or to null. */
  onSend: (body: Body) => Promise<Failure | null>;
};

function FirstAdminForm({ entered, isOver, onSend }: FirstAdminFormProps) {
  const { t } = useTranslation(["set-up", "sign-in"]);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: {
      name: entered.name ?? "",
      email: entered.email ?? "",
      password: "",
      repeat: "",
    },
  });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, (values) =>
    onSend({ ...values, language: currentLanguage() }),
  );
  return (
    <Form label={t("form")} onSubmit={submit}>
      {isOver && <Notice intent="error">{t("over")}</Notice>}
      <FormFailure error={errors.root} />
      <TextField
        label={t("sign-in:name")}
        autoComplete="name"
        registration={form.register("name")}
        error={errors.name}
      />
      <TextField
        label={t("sign-in:email")}
        type="email"
        autoComplete="username"
        hint={t("emailHint")}
        registration={form.register("email")}
        error={errors.email}
      />
      <NewPasswordFields
        label={t("sign-in:password")}
        password={{
          registration: form.register("password", { deps: ["repeat"] }),
          error: errors.password,
        }}
        repeat={{ registration: form.register("repeat"), error: errors.repeat }}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type FirstAdminStepsProps = Pick<FirstAdminFormProps, "entered"> & {
  token: string;
  onMade: (made: FirstAdmin) => void;
};

/** The form, then the mailed code. The form is hidden meanwhile, so that a wrong address can be corrected. */
function FirstAdminSteps({ token, entered, onMade }: FirstAdminStepsProps) {
  const styles = useStyles();
  const { t } = useTranslation("set-up");
  const [sent, setSent] = useState<Body | null>(null);
  const [mailed, setMailed] = useState<MailedCode | null>(null);
  const [isOver, setOver] = useState(false);
  const params = { token };
  const failed = (failure: Failure): Failure | null => {
    if (failure.code === "token-invalid") void refresh(checkSetUp);
    if (failure.code !== "sign-up-over") return failure;
    setMailed(null);
    setOver(true);
    return null;
  };
  const send = async (body: Body) => {
    const { data, error } = await call(beginSetUp, { params, body, timeoutMs: mailTimeoutMs });
    if (error) return failed(error);
    setSent(body);
    setOver(false);
    if ("token" in data) onMade(data);
    else setMailed(data);
    return null;
  };
  const confirm = async (code: string) => {
    const { data, error } = await call(completeSetUp, { params, body: { code } });
    if (error) return failed(error);
    onMade(data);
    return null;
  };
  return (
    <>
      {mailed && sent && (
        <CodeStep
          mailed={mailed}
          heading={2}
          takesFocus
          action={t("confirm")}
          onConfirm={confirm}
          onResend={() => send(sent)}
        >
          {t("wrongAddress")}{" "}
          <Link as="button" inline onClick={() => setMailed(null)}>
            {t("changeAddress")}
          </Link>
        </CodeStep>
      )}
      <div hidden={mailed !== null} className={mailed ? undefined : styles.stack}>
        <FirstAdminForm entered={entered} isOver={isOver} onSend={send} />
      </div>
    </>
  );
}

/** What the history remembers, so that a reload shows the same step: what came of the mail, and the place of the step. */
const madeSchema = z.object({
  firstAdminMade: z.enum(["works", "none", "failed"]),
  step: z._default(z.int().check(z.gte(0)), 0),
});

/** /set-up/{token}: printed by the start of a portal without an admin, who is made here, and then led through the set-up. */
export default function SetUpPage() {
  const { t } = useTranslation(["set-up", "titles"]);
  const { token = "" } = useParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const user = useUser();
  const made = madeSchema.safeParse(state).data;
  const isDone = made !== undefined && user !== null;
  const link = useApiQuery(checkSetUp, { params: { token } }, { staleTime: 0, enabled: !isDone });
  if (isDone) {
    return (
      <Page title={t("titles:setUp")} lead={t("guideLead")} width="reading">
        <SetUpGuide
          user={user}
          mail={made.firstAdminMade}
          at={made.step}
          onStep={async (step) => navigate(pathname, { state: { ...made, step } })}
        />
      </Page>
    );
  }
  const notice = (
    <>
      <Notice intent="error">{t("invalid")}</Notice>
      <div>
        <ButtonLink to={routePath(user ? "dashboard" : "login")} look="accent">
          {t(user ? "dashboard" : "login")}
        </ButtonLink>
      </div>
    </>
  );
  const showNextStep = (admin: FirstAdmin) => {
    void navigate(pathname, { replace: true, state: { firstAdminMade: admin.mail } });
    signIn(admin);
    // The form was sent at its end.
    window.scrollTo(0, 0);
  };
  return (
    <SignInLayout
      title={t("titles:setUp")}
      {...(link.data && { lead: t("lead") })}
      picture="rosette"
    >
      <QueryView
        query={link}
        loading={<LoadingLines lines={5} />}
        renderFailure={({ code }, standard) => (code === "token-invalid" ? notice : standard)}
      >
        {(entered) => <FirstAdminSteps token={token} entered={entered} onMade={showNextStep} />}
      </QueryView>
    </SignInLayout>
  );
}
