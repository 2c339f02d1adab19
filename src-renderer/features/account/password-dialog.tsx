import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { passwordSchema } from "../../../src-shared/api/account.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { Form } from "../../components/form/form.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { showFailure, type Failure } from "../../components/form/server-errors.ts";

type PasswordDialogProps = {
  open: boolean;
  title: string;
  /** What the button that does it says. */
  action: string;
  /** Our own words for some failures. */
  words?: Readonly<Record<string, string>>;
  /** Does it; resolves to what is to be shown of a failure. */
  onPassword: (password: string) => Promise<Failure | null>;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for the password again before something is done that only its owner may do. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { open, title, action, words = {}, onPassword, onClose, children } = props;
  const { t } = useTranslation("account");
  const form = useForm({
    resolver: zodResolver(passwordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    const failure = await onPassword(password);
    if (failure) showFailure(form, failure);
    else form.reset();
  });
  return (
    <ConfirmDialog
      open={open}
      title={title}
      action={action}
      busy={isSubmitting}
      onConfirm={() => void submit()}
      onClose={() => {
        form.reset();
        onClose();
      }}
    >
      <Form label={title} onSubmit={submit}>
        <div>{children}</div>
        <FormFailure error={errors.root} words={words} />
        <PasswordField
          label={t("currentPassword")}
          autoComplete="current-password"
          registration={form.register("password")}
          error={errors.password}
        />
      </Form>
    </ConfirmDialog>
  );
}
