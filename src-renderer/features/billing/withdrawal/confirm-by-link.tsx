import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dayMs } from "#shared/durations.ts";
import { confirmWithdrawal, previewWithdrawal, type Withdrawable } from "#shared/api/membership.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { FormActions } from "#renderer/components/form/form.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { WithdrawableText } from "./withdrawable-text.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  text: { margin: 0 },
});

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
export function ConfirmByLink({ token }: { token: string }) {
  const styles = useStyles();
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
