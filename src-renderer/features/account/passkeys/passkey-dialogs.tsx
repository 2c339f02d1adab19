import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { startRegistration } from "@simplewebauthn/browser";
import { passwordSchema } from "#shared/api/account.ts";
import {
  maxPasskeys,
  passkeyNameSchema,
  removePasskey,
  renamePasskey,
  type Passkey,
  addPasskey,
  beginPasskey,
} from "#shared/api/passkeys.ts";
import { call } from "#renderer/api-client/client.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { PasswordField } from "#renderer/features/sign-in/index.ts";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useFactorProof } from "../second-factor/use-factor-proof.tsx";
import { useSubmit, type Failure } from "#renderer/components/form/use-submit.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { callRenewing } from "#renderer/session/renew-token.ts";
import { PasswordDialog, SetPasswordDialog } from "../password-dialog.tsx";

/** Codes of failures of the device, by the name of the error that the browser throws. */
const deviceFailures: Readonly<Record<string, string>> = {
  AbortError: "cancelled",
  NotAllowedError: "cancelled",
  InvalidStateError: "present",
};

/** Creates and stores a passkey. Returns the failure: code `cancelled`, `present` (on the device) or `device`. */
async function createPasskey(name: string, password: string): Promise<Failure | null> {
  const { data: optionsJSON, error } = await call(beginPasskey, { body: { password } });
  if (error) return error;
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const credential = {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, transports },
    };
    return (await callRenewing(addPasskey, { body: { name, credential } })).error;
  } catch (thrown) {
    const code = (thrown instanceof Error && deviceFailures[thrown.name]) || "device";
    return { kind: "device", code };
  }
}

type Ends = { onDone: () => void; onClose: () => void };

const newPasskeySchema = z.extend(passkeyNameSchema, passwordSchema.shape);

/** Asks for a name and the password, then has the device create a passkey. */
export function AddPasskey({ onDone, onClose }: Ends) {
  const { t } = useTranslation(["passkeys", "account"]);
  const lacksPassword = useUser()?.lacksPassword === true;
  const form = useForm({
    resolver: zodResolver(newPasskeySchema),
    defaultValues: { name: t("defaultName"), password: "" },
  });
  const { errors } = form.formState;
  const { guard, field, words: factorWords } = useFactorProof(form);
  const { busy, submit } = useSubmit(form, async ({ name, password }) => {
    const failure = await guard(() => createPasskey(name, password));
    if (!failure) onDone();
    return failure;
  });
  const words = {
    ...factorWords,
    cancelled: t("failed.cancelled"),
    present: t("failed.present"),
    device: t("failed.device"),
    "passkey-invalid": t("failed.device"),
    "limit-reached": t("failed.limit", { count: maxPasskeys }),
  };
  if (lacksPassword) {
    return <SetPasswordDialog open title={t("adding.title")} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      open
      title={t("adding.title")}
      action={t("adding.submit")}
      busy={busy}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Form label={t("adding.title")} onSubmit={submit}>
        <p>{t("adding.why")}</p>
        <FormFailure error={errors.root} words={words} />
        <TextField
          label={t("adding.name")}
          hint={t("adding.nameHint")}
          autoComplete="off"
          registration={form.register("name")}
          error={errors.name}
        />
        <PasswordField
          label={t("account:currentPassword")}
          autoComplete="current-password"
          registration={form.register("password")}
          error={errors.password}
        />
        {field}
        {/* The dialog's own button is outside the form, which Enter would not submit with two fields. */}
        <button type="submit" hidden>
          {t("adding.submit")}
        </button>
      </Form>
    </ConfirmDialog>
  );
}

/** Asks for another name. */
export function RenamePasskey({ passkey, onDone, onClose }: Ends & { passkey: Passkey }) {
  const { t } = useTranslation("passkeys");
  const form = useForm({
    resolver: zodResolver(passkeyNameSchema),
    defaultValues: { name: passkey.name },
  });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { error } = await call(renamePasskey, { params: { id: passkey.id }, body });
    if (!error) onDone();
    return error;
  });
  return (
    <ConfirmDialog
      open
      title={t("renaming.title")}
      action={t("renaming.submit")}
      busy={busy}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Form label={t("renaming.title")} onSubmit={submit}>
        <FormFailure error={errors.root} />
        <TextField
          label={t("adding.name")}
          autoComplete="off"
          registration={form.register("name")}
          error={errors.name}
        />
      </Form>
    </ConfirmDialog>
  );
}

export function RemovePasskey({ passkey, onDone, onClose }: Ends & { passkey: Passkey }) {
  const { t } = useTranslation("passkeys");
  const { id, name } = passkey;
  const remove = async (password: string) => {
    const { data, error } = await callRenewing(removePasskey, {
      params: { id },
      body: { password },
    });
    // Another window has removed it already.
    if (error && error.code !== "not-found") return error;
    // Null: this session began with the passkey and has ended with it.
    (data?.token === null ? onClose : onDone)();
    return null;
  };
  return (
    <PasswordDialog
      open
      isDanger
      title={t("removing.title")}
      action={t("removing.submit")}
      onPassword={remove}
      onClose={onClose}
    >
      <p>{t("removing.text", { name })}</p>
    </PasswordDialog>
  );
}
