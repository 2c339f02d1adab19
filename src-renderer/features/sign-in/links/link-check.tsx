import type { ReactNode } from "react";
import type { checkUndoToken } from "../../../../src-shared/api/account.ts";
import type { checkResetToken } from "../../../../src-shared/api/sign-in.ts";
import { routePath, type RouteId } from "../../../../src-shared/routes.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { ButtonLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { ErrorState, LoadingLines } from "../../../components/states.tsx";

type LinkCheckProps = {
  check: typeof checkResetToken | typeof checkUndoToken;
  token: string;
  /** What is said about a link that is over, and where one goes then. */
  invalid: { text: string; action: string; to: Extract<RouteId, "forgotPassword" | "contact"> };
  /** What a link that works leads to, with the address that it is about. */
  children: (email: string) => ReactNode;
};

/** Asks whether the link of a mail still works, which does not use it up. */
export function LinkCheck({ check, token, invalid, children }: LinkCheckProps) {
  const link = useApiQuery(check, { params: { token } }, { staleTime: 0 });
  if (link.isPending) return <LoadingLines lines={5} />;
  if (link.error?.failure.code === "token-invalid") {
    return (
      <>
        <Notice intent="error">{invalid.text}</Notice>
        <div>
          <ButtonLink to={routePath(invalid.to)} look="accent">
            {invalid.action}
          </ButtonLink>
        </div>
      </>
    );
  }
  if (link.isError) {
    return <ErrorState kind={link.error.failure.kind} onRetry={() => void link.refetch()} />;
  }
  return children(link.data.email);
}
