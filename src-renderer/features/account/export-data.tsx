import { useState } from "react";
import { useTranslation } from "react-i18next";
import { exportAccount } from "../../../src-shared/api/account.ts";
import type { ApiFailure } from "../../api-client/api-failure.ts";
import { call } from "../../api-client/client.ts";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { FormSuccess } from "../../components/form/form-success.tsx";
import { Form, FormActions } from "../../components/form/form.tsx";
import { SubmitButton } from "../../components/form/submit-button.tsx";
import { saveAsFile } from "./save-as-file.ts";

/** Everything that is held about the user, as a JSON file. */
export function ExportData() {
  const { t } = useTranslation("account");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<"saved" | ApiFailure | null>(null);
  const failure = outcome === "saved" ? null : outcome;
  const save = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    setBusy(true);
    setOutcome(null);
    const { data, error } = await call(exportAccount, {});
    setBusy(false);
    if (error) return setOutcome(error);
    saveAsFile(`account-${new Date().toISOString().slice(0, 10)}.json`, data);
    setOutcome("saved");
  };
  return (
    <Form label={t("export.title")} onSubmit={save}>
      <FormFailure error={failure ? { type: failure.code ?? failure.kind } : undefined} />
      <FormActions>
        <SubmitButton busy={busy} look="primary">
          {t("export.submit")}
        </SubmitButton>
      </FormActions>
      <FormSuccess>{outcome === "saved" && t("export.done")}</FormSuccess>
    </Form>
  );
}
