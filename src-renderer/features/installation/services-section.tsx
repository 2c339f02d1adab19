import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { CheckmarkCircleFilled, WarningRegular } from "@fluentui/react-icons";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getChecklist } from "#shared/api/checklist.ts";
import { checkPayments, testMail, type PaymentCheck } from "#shared/api/services.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { ActionResult, useActionReport } from "#renderer/components/action-result.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, SubmitButton } from "#renderer/components/form/form.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { useUser } from "#renderer/session/session-store.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** Time for a request that waits for the mail server, in ms. */
const mailTimeoutMs = 90_000;

const useStyles = makeStyles({
  parts: { display: "grid", gap: "40px", maxWidth: "720px" },
  section: { display: "grid", gap: "12px" },
  part: { display: "grid", gap: "12px", justifyItems: "start", "& p": { margin: 0 } },
  muted: { color: tokens.colorNeutralForeground2 },
  list: { display: "grid", gap: "8px", margin: 0, padding: 0, listStyleType: "none" },
  finding: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    gap: "12px",
    overflowWrap: "anywhere",
  },
  icon: { marginTop: "2px", fontSize: "20px", lineHeight: 1 },
  good: { color: tokens.colorBrandForeground1 },
  bad: { color: tokens.colorAccentText },
});

function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <Heading level={2} size="small" id={heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** Sends a test mail to the admin, and shows what the mail server said. */
export function MailTest() {
  const styles = useStyles();
  const { t } = useTranslation("installation");
  const { reported, report, clear } = useActionReport();
  const email = useUser()?.email ?? "";
  const { busy, failure, run } = useMutation(async () => {
    clear();
    const { data, error } = await call(testMail, {
      body: {},
      timeoutMs: mailTimeoutMs,
      silent: true,
    });
    if (error) return error;
    report({ text: data.text, isFailure: data.outcome !== "sent" });
    await refresh(getChecklist);
    return null;
  });
  return (
    <div className={styles.part}>
      <p>{t("mail.lead")}</p>
      <p className={styles.muted}>{t("mail.address", { address: email })}</p>
      <Form label={t("mail.title")} onSubmit={() => run()}>
        <div>
          <SubmitButton busy={busy}>{t("mail.send")}</SubmitButton>
        </div>
      </Form>
      <FormFailure error={failure ? rootError(failure) : undefined} />
      <ActionResult reported={reported} />
    </div>
  );
}

/** Returns what was found, and that of test keys: all else can be in order, and the step of the set-up is open nevertheless. */
const findingsOf = ({ provider, testMode, findings }: PaymentCheck, testKeys: string) =>
  provider === "stripe" && testMode ? [{ isGood: false, text: testKeys }, ...findings] : findings;

function Findings({ check }: { check: PaymentCheck }) {
  const styles = useStyles();
  const { t } = useTranslation("installation");
  return (
    <>
      <p>{t(`payments.providers.${check.provider}`)}</p>
      <ul className={styles.list}>
        {findingsOf(check, t("payments.testKeys")).map(({ isGood, text }) => (
          <li key={text} className={styles.finding}>
            <span
              className={mergeClasses(styles.icon, isGood ? styles.good : styles.bad)}
              aria-hidden
            >
              {isGood ? <CheckmarkCircleFilled /> : <WarningRegular />}
            </span>
            <span>
              <VisuallyHidden>{t(isGood ? "payments.good" : "payments.bad")}: </VisuallyHidden>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows who takes payments, and what has to be done for that. */
export function PaymentsCheck() {
  const styles = useStyles();
  const { t } = useTranslation("installation");
  const query = useApiQuery(checkPayments, { silent: true }, { staleTime: 0 });
  const { reported, report, clear } = useActionReport();
  const { busy, failure, run } = useMutation(async () => {
    clear();
    const { data, error } = await query.refetch();
    if (error) return error.failure;
    const found = data ? findingsOf(data, t("payments.testKeys")) : [];
    const left = found.filter(({ isGood }) => !isGood).length;
    report({ text: left > 0 ? t("payments.checkedLeft", { left }) : t("payments.checked") });
    return null;
  });
  return (
    <div className={styles.part}>
      <QueryView query={query} loading={<LoadingLines lines={4} />}>
        {(check) => <Findings check={check} />}
      </QueryView>
      {query.data && (
        <Button disabledFocusable={busy} aria-busy={busy} onClick={() => void run()}>
          {t("payments.again")}
        </Button>
      )}
      <FormFailure error={failure ? rootError(failure) : undefined} />
      <ActionResult reported={reported} />
    </div>
  );
}

/** Tests the services that the portal is set up with, for admins: the mail server and the payment provider. */
export function ServicesSection() {
  const styles = useStyles();
  const { t } = useTranslation("installation");
  return (
    <div className={styles.parts}>
      <Part title={t("mail.title")}>
        <MailTest />
      </Part>
      <Part title={t("payments.title")}>
        <PaymentsCheck />
      </Part>
    </div>
  );
}
