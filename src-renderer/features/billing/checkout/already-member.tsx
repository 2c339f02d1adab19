import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useUser } from "../../../session/session-store.ts";

/** Whether the user has a membership already, or one that is being activated. */
export function useHasMembership(): boolean {
  const user = useUser();
  return user !== null && (user.subscriptionOwned || user.subscriptionPending);
}

/** Keeps a second membership from being sold: what it wraps is for those who have none. */
export function AlreadyMember({ children }: { children: ReactNode }) {
  const { t } = useTranslation("billing");
  const owned = useUser()?.subscriptionOwned;
  if (!useHasMembership()) return children;
  return (
    <Notice intent="success">
      {owned ? t("memberNote.text") : t("pendingNote")}{" "}
      <TextLink to={routePath("membership")}>{t("memberNote.action")}</TextLink>
    </Notice>
  );
}
