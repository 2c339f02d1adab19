import { useTranslation } from "react-i18next";
import { isAdmin } from "../../../src-shared/active-member.ts";
import { lazyChunk } from "../../components/load-chunk.ts";
import { Page } from "../../components/page.tsx";
import { platform } from "../../platform/current-platform.ts";
import { useUser } from "../../session/session-store.ts";
import { AnnouncementList } from "./announcement-list.tsx";

const NotifySwitch = lazyChunk(() => import("./notify-switch.tsx"));
const WriteAnnouncement = lazyChunk(() => import("./write-announcement.tsx"));

/** /announcements: anyone can read them, admins can write and withdraw them. */
export default function AnnouncementsPage() {
  const { t } = useTranslation(["announcements", "titles"]);
  const admin = isAdmin(useUser());
  return (
    <Page title={t("titles:announcements")} lead={t("lead")} width="reading">
      {admin && <WriteAnnouncement />}
      {platform.canNotify && <NotifySwitch />}
      <AnnouncementList canWithdraw={admin} />
    </Page>
  );
}
