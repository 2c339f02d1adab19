import { makeStyles, Link } from "@fluentui/react-components";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import type { Withdrawable } from "#shared/api/membership.ts";
import { focusWithPart } from "#renderer/components/keep-focus.ts";
import { Page } from "#renderer/components/page.tsx";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { brand } from "#renderer/platform/brand.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { type Declaration, emptyDeclaration, DeclarationText } from "./withdrawal/declaration.tsx";
import { DeclarationForm } from "./withdrawal/declaration-form.tsx";
import { ConfirmByLink } from "./withdrawal/confirm-by-link.tsx";
import { ConfirmDeclaration } from "./withdrawal/confirm-declaration.tsx";
import { WithdrawableText } from "./withdrawal/withdrawable-text.tsx";

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

const useReceivedDeclarationStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  text: { margin: 0 },
});

type ReceivedDeclarationProps = {
  declaration: Declaration;
  /** The contract that has ended with it; null when the buyer is asked by mail, or nobody knows it. */
  contract: Withdrawable | null;
  /** When it was received (ISO). */
  at: string;
};

/** The acknowledgement: the declaration, the time of its receipt, and the next steps. */
function ReceivedDeclaration({ declaration, contract, at }: ReceivedDeclarationProps) {
  const styles = useReceivedDeclarationStyles();
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

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 560px) minmax(0, 1fr)",
    gap: "48px 96px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 560px)" },
  },
});

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
