import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { withdraw } from "../../../../src-shared/api/membership.ts";
import { call } from "../../../api-client/client.ts";
import { DangerButton } from "../../../components/danger-button.tsx";
import { FormFailure } from "../../../components/form/form-outcome.tsx";
import { FormActions } from "../../../components/form/form.tsx";
import { rootError } from "../../../components/form/use-submit.ts";
import { Heading } from "../../../components/heading.tsx";
import { useMutation } from "../../../components/use-mutation.ts";
import { type Declaration, DeclarationText } from "./declaration.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  text: { margin: 0 },
});

type ConfirmDeclarationProps = {
  declaration: Declaration;
  /** Called with the time at which the declaration was received (ISO). */
  onReceived: (at: string) => void;
  onBack: () => void;
};

/** The second step: what will be declared, and the button that declares it. */
export function ConfirmDeclaration({ declaration, onReceived, onBack }: ConfirmDeclarationProps) {
  const styles = useStyles();
  const { t } = useTranslation("withdrawal");
  const title = useRef<HTMLHeadingElement>(null);
  // The form, which had the focus, is gone.
  useEffect(() => title.current?.focus(), []);
  const { busy, failure, run } = useMutation(async () => {
    const { data, error } = await call(withdraw, { body: declaration });
    if (error) return error;
    onReceived(data.receivedAt);
    return null;
  });
  return (
    <section aria-labelledby="confirm-withdrawal" className={styles.root}>
      <Heading level={2} size="small" id="confirm-withdrawal" ref={title}>
        {t("confirm.title")}
      </Heading>
      <p className={styles.text}>{t("confirm.text")}</p>
      <DeclarationText declaration={declaration} />
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
