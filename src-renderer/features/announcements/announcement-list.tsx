import { useTranslation } from "react-i18next";
import { listAnnouncements } from "../../../src-shared/api/announcements.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { ButtonLink } from "../../components/links.tsx";
import { EmptyState, ErrorState, LoadingLines } from "../../components/states.tsx";
import { AnnouncementItem } from "./announcement-item.tsx";

/** All announcements, newest first; admins can withdraw each. */
export function AnnouncementList({ canWithdraw }: { canWithdraw: boolean }) {
  const { t } = useTranslation("announcements");
  const list = useApiQuery(listAnnouncements, {});
  if (list.isPending) return <LoadingLines lines={10} />;
  if (list.isError) {
    return <ErrorState kind={list.error.failure.kind} onRetry={() => void list.refetch()} />;
  }
  if (list.data.items.length === 0) {
    return (
      <EmptyState
        motif="whistle"
        title={t("empty.title")}
        text={t("empty.text")}
        action={<ButtonLink to={routePath("articles")}>{t("empty.action")}</ButtonLink>}
      />
    );
  }
  return list.data.items.map((announcement) => (
    <AnnouncementItem key={announcement.id} announcement={announcement} canWithdraw={canWithdraw} />
  ));
}
