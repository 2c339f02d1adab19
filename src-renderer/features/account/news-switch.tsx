import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getNews, setNews } from "#shared/api/readers.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";

const useStyles = makeStyles({ stack: { display: "grid", gap: "12px" } });

/** Whether the user wants news by e-mail, stored as soon as it is changed; says when mails to the address came back. */
export function NewsSwitch() {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const { date } = useFormats();
  const query = useApiQuery(getNews, {});
  const [done, setDone] = useState<"on" | "off" | null>(null);
  // shown as chosen until the server has answered
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { busy, run } = useMutation(async (wanted: boolean) => {
    setDone(null);
    setChosen(wanted);
    const { data, error } = await call(setNews, { body: { wanted } });
    setChosen(null);
    if (error) return error;
    await setAnswer(getNews, data);
    setDone(data.wanted ? "on" : "off");
    return null;
  });
  return (
    <QueryView query={query} loading={<LoadingLines lines={1} />} hidesStale>
      {({ wanted, bouncedAt }) => (
        <div className={styles.stack}>
          <Checkbox
            label={t("news.label")}
            checked={chosen ?? wanted}
            aria-disabled={busy}
            onChange={({ currentTarget }) => void run(currentTarget.checked)}
          />
          {bouncedAt !== null && (
            <Notice intent="warning">{t("news.bounced", { date: date(bouncedAt) })}</Notice>
          )}
          <FormSuccess>{done && t(`news.${done}`)}</FormSuccess>
        </div>
      )}
    </QueryView>
  );
}
