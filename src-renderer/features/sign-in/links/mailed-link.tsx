import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { checkUndoToken } from "#shared/api/account.ts";
import type { checkSecureToken } from "#shared/api/passkeys.ts";
import type { checkResetToken } from "#shared/api/sign-in.ts";
import { type RouteId, routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";

/** State in the history of /reset-password/{token} after a change of address was undone. */
export const addressRestored = "address-restored";

/** The text for `address-taken`, with a link to the contact page: only the owner can resolve it. */
export function AddressTaken() {
  const { t } = useTranslation("sign-in");
  const contact = <TextLink to={routePath("contact")}>{null}</TextLink>;
  return <Trans t={t} i18nKey="addressTaken" components={{ contact }} />;
}

type LinkCheckProps = {
  check: typeof checkResetToken | typeof checkSecureToken | typeof checkUndoToken;
  token: string;
  /** Text about a link that no longer works, and the page to continue with. */
  invalid: { text: string; action: string; to: Extract<RouteId, "forgotPassword" | "contact"> };
  /** Renders what a working link leads to, with the address it is about. */
  children: (email: string) => ReactNode;
};

/** Checks whether the link of a mail still works, without using it up. */
export function LinkCheck({ check, token, invalid, children }: LinkCheckProps) {
  const link = useApiQuery(check, { params: { token } }, { staleTime: 0 });
  const notice = (
    <>
      <Notice intent="error">{invalid.text}</Notice>
      <div>
        <ButtonLink to={routePath(invalid.to)} look="accent">
          {invalid.action}
        </ButtonLink>
      </div>
    </>
  );
  return (
    <QueryView
      query={link}
      loading={<LoadingLines lines={5} />}
      hidesStale
      renderFailure={({ code }, standard) => (code === "token-invalid" ? notice : standard)}
    >
      {({ email }) => children(email)}
    </QueryView>
  );
}
