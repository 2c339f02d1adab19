import { Button } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { reasonFormSchema } from "#shared/api/judge-notes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField } from "#renderer/components/form/text-area-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";

const empty = { reason: "" };

type ReasonFormProps = {
  action: "reject" | "takeDown";
  onSubmit: (reason: string) => Promise<ApiFailure | null>;
  onClose: () => void;
};

/** Asks an admin why a note is rejected or taken down. */
export function ReasonForm({ action, onSubmit, onClose }: ReasonFormProps) {
  const { t } = useTranslation(["review", "common"]);
  const form = useForm({ resolver: zodResolver(reasonFormSchema), defaultValues: empty });
  const { reset, setFocus } = form;
  useEffect(() => setFocus("reason"), [setFocus]);
  useEmptyAtLogout(reset, empty);
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, ({ reason }) => onSubmit(reason));
  return (
    <Form label={t(`notes.submit.${action}`)} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextAreaField
        label={t("notes.reason")}
        hint={t("notes.reasonHint")}
        rows={3}
        registration={form.register("reason")}
        error={errors.reason}
      />
      <FormActions>
        <SubmitButton busy={busy} look="primary">
          {t(`notes.submit.${action}`)}
        </SubmitButton>
        <Button size="large" onClick={onClose}>
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}
