import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type DeviceSession,
  endOtherSessions,
  endSession,
  listSessions,
} from "#shared/api/account.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px", justifyItems: "start" },
  list: { listStyleType: "none", margin: 0, padding: 0, width: "100%" },
  item: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 16px",
    minHeight: "44px",
    padding: "10px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  device: { fontWeight: 600 },
  seen: { color: tokens.colorNeutralForeground2, fontSize: "15px" },
});

type ItemProps = { session: DeviceSession; busy: boolean; onEnd: () => void };

function SessionItem({ session, busy, onEnd }: ItemProps) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const { dateTime } = useFormats();
  const device = session.device || t("sessions.unknownDevice");
  return (
    <li className={styles.item}>
      <div>
        <div className={styles.device}>{device}</div>
        <div className={styles.seen}>
          {session.current
            ? t("sessions.thisDevice")
            : t("sessions.lastSeen", { when: dateTime(session.lastSeenAt) })}
        </div>
      </div>
      {!session.current && (
        <DangerButton
          disabledFocusable={busy}
          aria-label={t("sessions.endOf", { device })}
          onClick={onEnd}
        >
          {t("sessions.end")}
        </DangerButton>
      )}
    </li>
  );
}

/** The sessions of the user; each can be ended, or all others at once. */
export function SessionList() {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const sessions = useApiQuery(listSessions, {});
  const [done, setDone] = useState("");
  const { busy, run } = useMutation(
    async (end: () => Promise<ApiResult<unknown>>, text: string) => {
      setDone("");
      const { error } = await end();
      await refresh(listSessions);
      if (!error) setDone(text);
      return error;
    },
  );
  const endOne = (id: string) =>
    run(() => call(endSession, { params: { id } }), t("sessions.ended"));
  const endOthers = () => run(() => call(endOtherSessions, {}), t("sessions.allEnded"));
  return (
    <QueryView query={sessions} loading={<LoadingLines lines={4} />} hidesStale>
      {({ items }) => (
        <div className={styles.stack}>
          <ul className={styles.list}>
            {items.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                busy={busy}
                onEnd={() => void endOne(session.id)}
              />
            ))}
          </ul>
          {items.length > 1 && (
            <DangerButton size="large" disabledFocusable={busy} onClick={() => void endOthers()}>
              {t("sessions.endOthers")}
            </DangerButton>
          )}
          <FormSuccess>{done}</FormSuccess>
        </div>
      )}
    </QueryView>
  );
}
