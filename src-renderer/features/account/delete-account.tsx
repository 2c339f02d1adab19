import { Button } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { deleteAccount, deleteAccountSchema } from "../../../src-shared/api/account.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { call } from "../../api-client/client.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { Form } from "../../components/form/form.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { showFailure } from "../../components/form/server-errors.ts";
import { accountDeleted } from "../../session/log-out.ts";

/** Deletes the account after its password was given; /logout then clears this device. */
export function DeleteAccount() {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const form = useForm({
    resolver: zodResolver(deleteAccountSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const close = () => {
    setOpen(false);
    form.reset();
  };
  const submit = form.handleSubmit(async (body) => {
    const { error } = await call(deleteAccount, { body });
    if (error) return showFailure(form, error);
    await navigate(routePath("logout"), { state: accountDeleted });
  });
  return (
    <>
      <Button size="large" onClick={() => setOpen(true)}>
        {t("deletion.open")}
      </Button>
      <ConfirmDialog
        open={open}
        title={t("deletion.question")}
        action={t("deletion.submit")}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onClose={close}
      >
        <Form label={t("deletion.question")} onSubmit={submit}>
          <div>
            <p>{t("deletion.gone")}</p>
            <p>{t("deletion.kept")}</p>
          </div>
          <FormFailure
            error={errors.root}
            words={{ "cancel-failed": t("deletion.cancelFailed") }}
          />
          <PasswordField
            label={t("currentPassword")}
            autoComplete="current-password"
            registration={form.register("password")}
            error={errors.password}
          />
        </Form>
      </ConfirmDialog>
    </>
  );
}
