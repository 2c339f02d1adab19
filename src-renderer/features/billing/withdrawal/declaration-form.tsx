import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { brand } from "#renderer/platform/brand.ts";
import { listPurchases, type Purchase } from "#shared/api/billing.ts";
import { lastWithdrawalDay, withdrawalSchema } from "#shared/api/membership.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { type Declaration, emptyDeclaration } from "./declaration.tsx";

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
export function DeclarationForm({ declaration, takesFocus, onDeclared }: DeclarationFormProps) {
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
        <SubmitButton busy={busy} look="primary">
          {t("form.submit")}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
