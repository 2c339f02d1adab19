import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import type { Withdrawable } from "#shared/api/membership.ts";
import { Page } from "#renderer/components/page.tsx";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { media } from "#renderer/theme/tokens.ts";
import { type Declaration, emptyDeclaration } from "./withdrawal/declaration.tsx";
import { DeclarationForm } from "./withdrawal/declaration-form.tsx";
import { ConfirmByLink } from "./withdrawal/confirm-by-link.tsx";
import { ConfirmDeclaration } from "./withdrawal/confirm-declaration.tsx";
import { ReceivedDeclaration } from "./withdrawal/received-declaration.tsx";
import { WithdrawalNotes } from "./withdrawal/withdrawal-notes.tsx";

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

/** The step at which a withdrawal is: what is declared, its confirmation, its acknowledgement. */
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
