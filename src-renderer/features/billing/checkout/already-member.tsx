import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useUser } from "../../../session/session-store.ts";

/** Keeps a second membership from being sold: what it wraps is for those who have none. */
export function AlreadyMember({ children }: { children: ReactNode }) {
  const { t } = useTranslation("billing");
  const user = useUser();
  if (!user?.subscriptionOwned && !user?.subscriptionPending) return children;
  return (
    <Notice intent="success">
      {user.subscriptionOwned ? t("memberNote.text") : t("pendingNote")}{" "}
      <TextLink to={routePath("membership")}>{t("memberNote.action")}</TextLink>
    </Notice>
  );
}
