import { Trans, useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { loginDraft } from "../login/login-draft.ts";
import type { Ending } from "./use-sign-up.ts";

/** Why the form is there again although a code was asked for. */
export function SignUpEnding({ reason, email }: Ending) {
  const { t } = useTranslation("sign-in");
  if (reason === "over") return <Notice intent="error">{t("register.over")}</Notice>;
  return (
    <Notice intent="error">
      <Trans
        t={t}
        i18nKey={`register.${reason}`}
        values={{ address: email }}
        components={{
          login: (
            <TextLink to={routePath("login")} onClick={() => loginDraft.keep(email)}>
              {null}
            </TextLink>
          ),
        }}
      />
    </Notice>
  );
}
