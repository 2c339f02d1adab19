import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { previewWithdrawal, withdraw, type Withdrawable } from "#shared/api/membership.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { focusWithPart } from "#renderer/components/keep-focus.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { FormActions } from "#renderer/components/form/form.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { type Declaration, DeclarationText } from "./declaration.tsx";
import { WithdrawableText } from "./withdrawable-text.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  text: { margin: 0 },
});

type ConfirmDeclarationProps = {
  declaration: Declaration;
  /** Called with the time at which the declaration was received (ISO), and the contract that has ended with it. */
  onReceived: (at: string, contract: Withdrawable | null) => void;
  onBack: () => void;
};

/** The second step: what will be declared, and the button that declares it. */
export function ConfirmDeclaration({ declaration, onReceived, onBack }: ConfirmDeclarationProps) {
  const styles = useStyles();
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
