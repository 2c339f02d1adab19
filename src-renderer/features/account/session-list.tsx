import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  endOtherSessions,
  endSession,
  listSessions,
  type DeviceSession,
} from "../../../src-shared/api/account.ts";
import { call } from "../../api-client/client.ts";
import { refresh, useApiQuery } from "../../api-client/query.ts";
import { FormSuccess } from "../../components/form/form-success.tsx";
import { ErrorState, LoadingLines } from "../../components/states.tsx";
import { useFormats } from "../../i18n/formats.ts";
import { tokens } from "../../theme/tokens.ts";

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
        <Button
          disabledFocusable={busy}
          aria-label={t("sessions.endOf", { device })}
          onClick={onEnd}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}

/** Where the user is logged in; each of these sessions, or all others, can be ended. */
export function SessionList() {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const sessions = useApiQuery(listSessions, {});
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState("");
  const run = async (action: () => ReturnType<typeof call>, text: string) => {
    setBusy(true);
    setDone("");
    const { error } = await action();
    await refresh(listSessions);
    setBusy(false);
    if (!error) setDone(text);
  };
  if (sessions.isPending) return <LoadingLines lines={4} />;
  if (sessions.isError) {
    return (
      <ErrorState kind={sessions.error.failure.kind} onRetry={() => void sessions.refetch()} />
    );
  }
  const { items } = sessions.data;
  return (
    <div className={styles.stack}>
      <ul className={styles.list}>
        {items.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            busy={busy}
            onEnd={() =>
              void run(() => call(endSession, { params: { id: session.id } }), t("sessions.ended"))
            }
          />
        ))}
      </ul>
      {items.length > 1 && (
        <Button
          size="large"
          disabledFocusable={busy}
          onClick={() => void run(() => call(endOtherSessions, {}), t("sessions.allEnded"))}
        >
          {t("sessions.endOthers")}
        </Button>
      )}
      <FormSuccess>{done}</FormSuccess>
    </div>
  );
}
