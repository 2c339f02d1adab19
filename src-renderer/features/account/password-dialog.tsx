import { zodResolver } from "@hookform/resolvers/zod";
import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { passwordSchema } from "#shared/api/account.ts";
import { accountPath } from "#shared/routes.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { PasswordField } from "#renderer/features/sign-in/index.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { useFactorProof } from "./second-factor/use-factor-proof.tsx";
import { type Failure, useSubmit } from "#renderer/components/form/use-submit.ts";

type PasswordDialogProps = {
  open: boolean;
  title: string;
  /** Label of the button. */
  action: string;
  isDanger?: boolean;
  /** Own texts for some error codes. */
  words?: Readonly<Record<string, string>>;
  /** Carries it out; resolves to the failure to show, or to null. */
  onPassword: (password: string) => Promise<Failure | null>;
  onClose: () => void;
  children: ReactNode;
};

/** What sends a form, with the password once that was asked for. */
type Send = (password?: string) => Promise<Failure | null>;

/**
 * Sends what only sometimes takes the password: where the server asks for it, `dialog` does, and `send` is called again with it.
 * `ask` resolves with the failure to show in the form, or with null.
 */
export function usePasswordIfAsked(texts: { title: string; action: string; text: string }) {
  const { title, action, text } = texts;
  const [waiting, setWaiting] = useState<{ send: Send } | null>(null);
  const ask = async (send: Send): Promise<Failure | null> => {
    const failure = await send();
    if (!failure?.fields?.password) return failure;
    setWaiting({ send });
    return null;
  };
  const dialog = (
    <PasswordDialog
      open={waiting !== null}
      title={title}
      action={action}
      onPassword={async (password) => {
        const failure = (await waiting?.send(password)) ?? null;
        if (!failure) setWaiting(null);
        return failure;
      }}
      onClose={() => setWaiting(null)}
    >
      <p>{text}</p>
    </PasswordDialog>
  );
  return { ask, dialog };
}

/** Leads a user without a password, who cannot do yet what asks for it, to setting one. */
export function SetPasswordFirst() {
  const { t } = useTranslation("account");
  return (
    <Notice>
      {t("password.neededFirst")}{" "}
      <TextLink to={`${accountPath}#password`}>{t("password.setFirst")}</TextLink>
    </Notice>
  );
}

type SetPasswordDialogProps = Pick<PasswordDialogProps, "open" | "title" | "onClose">;

/** The same, where a dialog would ask for the password. */
export function SetPasswordDialog({ open, title, onClose }: SetPasswordDialogProps) {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const setPassword = () => {
    onClose();
    void navigate(`${accountPath}#password`);
  };
  return (
    <ConfirmDialog
      open={open}
      title={title}
      action={t("password.setFirst")}
      onConfirm={setPassword}
      onClose={onClose}
    >
      <p>{t("password.neededFirst")}</p>
    </ConfirmDialog>
  );
}

export function PasswordDialog(props: PasswordDialogProps) {
  const { open, title, action, isDanger = false, words = {} } = props;
  const { onPassword, onClose, children } = props;
  const { t } = useTranslation("account");
  const lacksPassword = useUser()?.lacksPassword === true;
  const form = useForm({
    resolver: zodResolver(passwordSchema),
    defaultValues: { password: "" },
  });
  const { errors } = form.formState;
  const { guard, field, words: factorWords } = useFactorProof(form);
  const { busy, submit } = useSubmit(form, async ({ password }) => {
    const failure = await guard(() => onPassword(password));
    if (!failure) form.reset();
    return failure;
  });
  if (lacksPassword) return <SetPasswordDialog open={open} title={title} onClose={onClose} />;
  return (
    <ConfirmDialog
      open={open}
      title={title}
      action={action}
      busy={busy}
      isDanger={isDanger}
      onConfirm={() => void submit()}
      onClose={() => {
        form.reset();
        onClose();
      }}
    >
      <Form label={title} onSubmit={submit}>
        <div>{children}</div>
        <FormFailure error={errors.root} words={{ ...factorWords, ...words }} />
        <PasswordField
          label={t("currentPassword")}
          autoComplete="current-password"
          registration={form.register("password")}
          error={errors.password}
        />
        {field}
        {/* The dialog's own button is outside the form, which Enter would not submit with two fields. */}
        <button type="submit" hidden>
          {action}
        </button>
      </Form>
    </ConfirmDialog>
  );
}
