import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import { checkUndoToken } from "../../../src-shared/api/account.ts";
import { LinkCheck } from "./links/link-check.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";
import { UndoEmailChange } from "./links/undo-email-change.tsx";

/**
 * /undo-email-change/{token}: what the link opens that tells the former address of a change. Opening it
 * uses nothing up.
 */
export default function UndoEmailChangePage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { token = "" } = useParams();
  const invalid = {
    text: t("undo.invalid"),
    action: t("undo.contact"),
    to: "contact",
  } as const;
  return (
    <SignInLayout title={t("titles:undoEmailChange")} lead={t("undo.lead")} motif="bowl">
      <LinkCheck check={checkUndoToken} token={token} invalid={invalid}>
        {(email) => <UndoEmailChange token={token} email={email} />}
      </LinkCheck>
    </SignInLayout>
  );
}
