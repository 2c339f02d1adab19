import { Field, makeStyles } from "@fluentui/react-components";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "#shared/active-member.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { Page } from "#renderer/components/page.tsx";
import { platform } from "#renderer/platform/current-platform.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { AnnouncementList } from "./announcement-list.tsx";
import { WriteAnnouncement, type AdminDone } from "./write-announcement.tsx";

const useNotifySwitchStyles = makeStyles({
  field: { paddingBottom: "32px" },
  // Aligns the hint with the label.
  hint: { paddingLeft: "32px" },
});

const subscribe = (listener: () => void) => platform.notifications.onChange(listener);
const isOn = () => platform.notifications.read();

/** Turns notifications of new announcements on and off. Only where `platform.canNotify`. */
function NotifySwitch() {
  const styles = useNotifySwitchStyles();
  const { t } = useTranslation("announcements");
  const on = useSyncExternalStore(subscribe, isOn, () => false);
  return (
    <Field className={styles.field} hint={{ children: t("notify.hint"), className: styles.hint }}>
      {(field) => (
        <Checkbox
          {...field}
          label={t("notify.label")}
          checked={on}
          onChange={({ target }) => platform.notifications.write(target.checked)}
        />
      )}
    </Field>
  );
}

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
