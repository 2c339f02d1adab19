import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getWeeklyMail, setWeeklyMail } from "#shared/api/feeds.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { MembersNote } from "./secret-address.tsx";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "12px", "> p": { margin: 0 } },
});

type SwitchProps = { wanted: boolean; isMember: boolean };

/** The switch, which is stored as soon as it is changed. */
function WeeklySwitch({ wanted, isMember }: SwitchProps) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const [done, setDone] = useState<"on" | "off" | null>(null);
  // shown as chosen until the server has answered
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { busy, run } = useMutation(async (next: boolean) => {
    setDone(null);
    setChosen(next);
    const { data, error } = await call(setWeeklyMail, { body: { wanted: next } });
    setChosen(null);
    if (error) return error;
    await setAnswer(getWeeklyMail, data);
    setDone(data.wanted ? "on" : "off");
    return null;
  });
  if (!isMember && !wanted && done === null) return <MembersNote text={t("weekly.members")} />;
  return (
    <div className={styles.stack}>
      <Checkbox
        label={t("weekly.label")}
        checked={chosen ?? wanted}
        aria-disabled={busy}
        onChange={({ currentTarget }) => void run(currentTarget.checked)}
      />
      {!isMember && wanted && <p>{t("weekly.paused")}</p>}
      <FormSuccess>{done && t(`weekly.${done}`)}</FormSuccess>
    </div>
  );
}

/** Whether the user wants the weekly mail about what is new. */
export function WeeklyMail() {
  const query = useApiQuery(getWeeklyMail, {});
  const isMember = useIsActiveMember();
  return (
    <QueryView query={query} loading={<LoadingLines lines={1} />} hidesStale>
      {({ wanted }) => <WeeklySwitch wanted={wanted} isMember={isMember} />}
    </QueryView>
  );
}
