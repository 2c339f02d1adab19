import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { listAnnouncements } from "../../../src-shared/api/announcements.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { refresh, useApiQuery } from "../../api-client/query.ts";
import { ButtonLink } from "../../components/links.tsx";
import { EmptyState, ErrorState, LoadingLines } from "../../components/states.tsx";
import { AnnouncementItem } from "./announcement-item.tsx";

/** Loads the list once more when the address names one that it lacks: a notification knows newer ones. */
function useNamedAnnouncement(hash: string, known: readonly string[] | undefined) {
  const missing = hash !== "" && known !== undefined && !known.includes(hash.slice(1));
  useEffect(() => {
    if (missing) void refresh(listAnnouncements);
  }, [hash, missing]);
}

/** All announcements, newest first; admins can withdraw each. */
export function AnnouncementList({ canWithdraw }: { canWithdraw: boolean }) {
  const { t } = useTranslation("announcements");
  const list = useApiQuery(listAnnouncements, {});
  useNamedAnnouncement(
    useLocation().hash,
    list.data?.items.map(({ id }) => id),
  );
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
