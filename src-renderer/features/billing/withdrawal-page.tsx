import { Button, Link, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import type * as z from "zod/mini";
import { listPurchases, type Purchase } from "#shared/api/billing.ts";
import {
  confirmWithdrawal,
  lastWithdrawalDay,
  previewWithdrawal,
  withdraw,
  type Withdrawable,
  withdrawalSchema,
} from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import { focusWithPart } from "#renderer/components/keep-focus.ts";
import { Page } from "#renderer/components/page.tsx";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { businessDay, useFormats } from "#renderer/i18n/formats.ts";
import { brand } from "#renderer/platform/brand.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { rootError, useSubmit } from "#renderer/components/form/use-submit.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useUser } from "#renderer/session/session-store.ts";

/** What a consumer declares: who withdraws, and from which contract. */
type Declaration = z.infer<typeof withdrawalSchema>;

const emptyDeclaration: Declaration = { name: "", email: "", contract: "" };

const useDeclarationTextStyles = makeStyles({
  text: {
    boxSizing: "border-box",
    width: "100%",
    margin: 0,
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBand,
    overflowWrap: "anywhere",
  },
  sentence: { margin: "0 0 12px", fontWeight: 600 },
  facts: { display: "grid", gap: "8px", margin: 0 },
  name: { color: tokens.colorNeutralForeground2 },
  value: { margin: 0 },
});

function DeclarationText({ declaration }: { declaration: Declaration }) {
  const styles = useDeclarationTextStyles();
  const { t } = useTranslation("withdrawal");
  const { contract, name, email } = declaration;
  const facts = [
    [t("form.contract"), contract],
    [t("form.name"), name],
    [t("form.email"), email],
  ] as const;
  return (
    <div className={styles.text}>
      <p className={styles.sentence}>{t("declaration")}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className={styles.name}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const useWithdrawableTextStyles = makeStyles({
  root: { display: "grid", gap: "8px" },
  text: { margin: 0 },
  items: { margin: 0, paddingLeft: "20px" },
  amount: { margin: 0, fontWeight: 600 },
});

/** The effect of a withdrawal: items and membership that end, and the amount and credit that are returned. */
function WithdrawableText({ contract }: { contract: Withdrawable }) {
  const styles = useWithdrawableTextStyles();
  const { t } = useTranslation("withdrawal");
  const { money } = useFormats();
  const { receiptNumber, items, amount, credit, endsMembership } = contract;
  return (
    <div className={styles.root}>
      <p className={styles.text}>{t("contract.from", { number: receiptNumber })}</p>
      <ul className={styles.items}>
        {[...new Set(items)].map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className={styles.amount}>
        {amount.amount > 0
          ? t("contract.amount", { amount: money(amount) })
          : t("contract.nothing")}
      </p>
      {credit.amount > 0 && (
        <p className={styles.text}>{t("contract.credit", { credit: money(credit) })}</p>
      )}
      {endsMembership && <p className={styles.text}>{t("contract.ends")}</p>}
    </div>
  );
}

const useStepStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  text: { margin: 0 },
});

/** Returns the number of the newest contract from which one can still withdraw; "" without one. */
function newestContract(purchases: readonly Purchase[]): string {
  const today = businessDay(Date.now());
  const found = purchases.find(
    ({ reason, status, paidAt }) =>
      reason !== "renewal" &&
      status === "paid" &&
      paidAt !== null &&
      today <= lastWithdrawalDay(new Date(paidAt), brand.timeZone),
  );
  return found?.receiptNumber ?? "";
}

/** Returns the number of the user's newest contract; "" for visitors, and while it loads. */
function useNewestContract(): string {
  const enabled = useUser() !== null;
  const { data } = useApiQuery(listPurchases, { silent: true }, { enabled });
  return enabled && data ? newestContract(data.items) : "";
}

type DeclarationFormProps = {
  declaration: Declaration;
  /** The form is back on screen for a change. */
  takesFocus: boolean;
  onDeclared: (declaration: Declaration) => void;
};

/** The first step: who withdraws, and from which contract; filled in for users. */
function DeclarationForm({ declaration, takesFocus, onDeclared }: DeclarationFormProps) {
  const { t } = useTranslation("withdrawal");
  const user = useUser();
  const contract = useNewestContract();
  const form = useForm({
    resolver: zodResolver(withdrawalSchema),
    defaultValues: {
      name: declaration.name || (user?.name ?? ""),
      email: declaration.email || (user?.email ?? ""),
      contract: declaration.contract,
    },
  });
  const { getValues, setValue, setFocus, reset } = form;
  useEffect(() => {
    if (contract && !getValues("contract")) setValue("contract", contract);
  }, [contract, getValues, setValue]);
  useEffect(() => {
    if (takesFocus) setFocus("name");
  }, [takesFocus, setFocus]);
  useEmptyAtLogout(reset, emptyDeclaration);
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (declared) => {
    onDeclared(declared);
    return null;
  });
  return (
    <Form label={t("form.title")} onSubmit={submit}>
      <TextField
        label={t("form.name")}
        autoComplete="name"
        registration={form.register("name")}
        error={errors.name}
      />
      <TextField
        label={t("form.email")}
        type="email"
        autoComplete="email"
        hint={t("form.emailHint")}
        registration={form.register("email")}
        error={errors.email}
      />
      <TextField
        label={t("form.contract")}
        hint={t("form.contractHint")}
        registration={form.register("contract")}
        error={errors.contract}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("form.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type ConfirmDeclarationProps = {
  declaration: Declaration;
  /** Called with the time at which the declaration was received (ISO), and the contract that has ended with it. */
  onReceived: (at: string, contract: Withdrawable | null) => void;
  onBack: () => void;
};

/** The second step: what will be declared, and the button that declares it. */
function ConfirmDeclaration({ declaration, onReceived, onBack }: ConfirmDeclarationProps) {
  const styles = useStepStyles();
  const { t } = useTranslation("withdrawal");
  const { data: preview } = useApiQuery(
    previewWithdrawal,
    { body: { contract: declaration.contract }, silent: true },
    { staleTime: 0 },
  );
  const contract = preview?.contract ?? null;
  const { busy, failure, run } = useMutation(async () => {
    const { data, error } = await call(withdraw, { body: declaration });
    if (error) return error;
    onReceived(data.receivedAt, contract);
    return null;
  });
  return (
    <section aria-labelledby="confirm-withdrawal" className={styles.root}>
      <Heading level={2} size="small" id="confirm-withdrawal" ref={focusWithPart}>
        {t("confirm.title")}
      </Heading>
      <p className={styles.text}>{t("confirm.text")}</p>
      <DeclarationText declaration={declaration} />
      {contract && <WithdrawableText contract={contract} />}
      {preview && <p className={styles.text}>{t(contract ? "confirm.final" : "confirm.asked")}</p>}
      <FormFailure error={failure ? rootError(failure) : undefined} />
      <FormActions>
        <DangerButton confirms size="large" disabledFocusable={busy} onClick={() => void run()}>
          {t("confirm.submit")}
        </DangerButton>
        <Button size="large" disabledFocusable={busy} onClick={onBack}>
          {t("confirm.back")}
        </Button>
      </FormActions>
    </section>
  );
}

type ReceivedDeclarationProps = {
  declaration: Declaration;
  /** The contract that has ended with it; null when the buyer is asked by mail, or nobody knows it. */
  contract: Withdrawable | null;
  /** When it was received (ISO). */
  at: string;
};

/** The acknowledgement: the declaration, the time of its receipt, and the next steps. */
function ReceivedDeclaration({ declaration, contract, at }: ReceivedDeclarationProps) {
  const styles = useStepStyles();
  const { t } = useTranslation("withdrawal");
  const { businessTime } = useFormats();
  return (
    <section aria-labelledby="withdrawal-received" className={styles.root}>
      <Heading level={2} size="small" id="withdrawal-received" ref={focusWithPart}>
        {t("received.title")}
      </Heading>
      <p className={styles.text}>{t("received.at", { at: businessTime(at) })}</p>
      <DeclarationText declaration={declaration} />
      {contract ? (
        <>
          <WithdrawableText contract={contract} />
          <p className={styles.text}>{t("received.mail")}</p>
        </>
      ) : (
        <>
          <p className={styles.text}>{t("received.asked")}</p>
          <p className={styles.text}>{t("received.next")}</p>
        </>
      )}
    </section>
  );
}

type Step =
  | { is: "form"; declaration: Declaration; changed: boolean }
  | { is: "confirm"; declaration: Declaration }
  | { is: "received"; declaration: Declaration; at: string; contract: Withdrawable | null };

const start: Step = { is: "form", declaration: emptyDeclaration, changed: false };

/** The current step of a withdrawal: declaration, confirmation, or acknowledgement. */
function Steps() {
  const [step, setStep] = useState<Step>(start);
  useEmptyAtLogout(setStep, start);
  const { declaration } = step;
  switch (step.is) {
    case "form":
      return (
        <DeclarationForm
          declaration={declaration}
          takesFocus={step.changed}
          onDeclared={(declared) => setStep({ is: "confirm", declaration: declared })}
        />
      );
    case "confirm":
      return (
        <ConfirmDeclaration
          declaration={declaration}
          onReceived={(at, contract) => setStep({ is: "received", declaration, at, contract })}
          onBack={() => setStep({ is: "form", declaration, changed: true })}
        />
      );
    case "received":
      return (
        <ReceivedDeclaration declaration={declaration} contract={step.contract} at={step.at} />
      );
  }
}

type ConfirmationProps = {
  token: string;
  contract: Withdrawable;
  onConfirmed: (at: string) => void;
};

/** Says what the withdrawal does, and does it on a click: mail scanners open links. */
function Confirmation({ token, contract, onConfirmed }: ConfirmationProps) {
  const { t } = useTranslation("withdrawal");
  const { busy, failure, run } = useMutation(async () => {
    const { data, error } = await call(confirmWithdrawal, { body: { token } });
    if (error) return error;
    onConfirmed(data.receivedAt);
    return null;
  });
  return (
    <>
      <WithdrawableText contract={contract} />
      <FormFailure error={failure ? rootError(failure) : undefined} />
      <FormActions>
        <DangerButton confirms size="large" disabledFocusable={busy} onClick={() => void run()}>
          {t("confirm.submit")}
        </DangerButton>
      </FormActions>
    </>
  );
}

/** The link of the mail that asks a buyer whether a declaration is the buyer's own. Opening it changes nothing. */
function ConfirmByLink({ token }: { token: string }) {
  const styles = useStepStyles();
  const { t } = useTranslation("withdrawal");
  const { businessTime } = useFormats();
  const [declaredAt, setDeclaredAt] = useState<string | null>(null);
  const preview = useApiQuery(previewWithdrawal, { body: { token } }, { staleTime: dayMs });
  return (
    <section aria-labelledby="withdrawal-by-link" className={styles.root}>
      <Heading level={2} size="small" id="withdrawal-by-link">
        {t("link.title")}
      </Heading>
      {declaredAt === null ? (
        <QueryView query={preview} loading={<LoadingLines lines={4} />} hidesStale>
          {({ contract }) =>
            contract ? (
              <Confirmation token={token} contract={contract} onConfirmed={setDeclaredAt} />
            ) : (
              <Notice intent="error">{t("link.invalid")}</Notice>
            )
          }
        </QueryView>
      ) : (
        <Notice intent="success">{t("link.done", { at: businessTime(declaredAt) })}</Notice>
      )}
    </section>
  );
}

const useWithdrawalNotesStyles = makeStyles({
  notes: { display: "grid", gap: "28px" },
  title: { marginBottom: "6px" },
  text: { margin: 0 },
  steps: { margin: 0, paddingLeft: "20px", "> li::marker": { color: tokens.colorAccentText } },
});

/** What follows a declaration, how else one can withdraw, and what withdrawing is not. */
function WithdrawalNotes() {
  const styles = useWithdrawalNotesStyles();
  const { t } = useTranslation("withdrawal");
  return (
    <div className={styles.notes}>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("notes.next")}
        </Heading>
        <ol className={styles.steps}>
          <li>{t("notes.acknowledged")}</li>
          <li>{t("notes.refunded")}</li>
          <li>{t("notes.checked")}</li>
        </ol>
      </div>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("notes.late")}
        </Heading>
        <p className={styles.text}>
          <Trans
            t={t}
            i18nKey="notes.cancel"
            components={{
              membership: <TextLink to={routePath("membership")}>{null}</TextLink>,
              terms: <TextLink to={routePath("terms")}>{null}</TextLink>,
            }}
          />
        </p>
      </div>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("notes.other")}
        </Heading>
        <p className={styles.text}>{t("notes.otherText")}</p>
        <Link href={`mailto:${brand.contactEmail}`} inline>
          {brand.contactEmail}
        </Link>
      </div>
    </div>
  );
}

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 560px) minmax(0, 1fr)",
    gap: "48px 96px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 560px)" },
  },
});

/** /withdrawal: the function by which consumers withdraw from a contract, in two steps and without login. */
export default function WithdrawalPage() {
  const styles = useStyles();
  const { t } = useTranslation(["withdrawal", "titles"]);
  const token = useLocation().hash.slice(1); // of the link in a mail
  return (
    <Page title={t("titles:withdrawal")} lead={t("lead")}>
      <div className={styles.grid}>
        {token ? <ConfirmByLink key={token} token={token} /> : <Steps />}
        <WithdrawalNotes />
      </div>
    </Page>
  );
}
