import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "#shared/active-member.ts";
import { Page } from "#renderer/components/page.tsx";
import { platform } from "#renderer/platform/current-platform.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { AnnouncementList } from "./announcement-list.tsx";
import { NotifySwitch } from "./notify-switch.tsx";
import { WriteAnnouncement, type AdminDone } from "./write-announcement.tsx";

const useStyles = makeStyles({ tools: { maxWidth: "712px" } });

/** /announcements: anyone can read them, admins can write, change and withdraw them. */
export default function AnnouncementsPage() {
  const styles = useStyles();
  const { t } = useTranslation(["announcements", "titles"]);
  const admin = isAdmin(useUser());
  const [done, setDone] = useState<AdminDone | null>(null);
  const report = (what: AdminDone["what"]) =>
    setDone((last) => ({ what, count: (last?.count ?? 0) + 1 }));
  return (
    <Page title={t("titles:announcements")} lead={t("lead")}>
      <div className={styles.tools}>
        {admin && (
          <WriteAnnouncement
            done={done}
            onOpen={() => setDone(null)}
            onPublished={() => report("published")}
          />
        )}
        {platform.canNotify && <NotifySwitch />}
      </div>
      <AnnouncementList onDone={admin ? report : undefined} />
    </Page>
  );
}
