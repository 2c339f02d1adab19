import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  checkMemberImport,
  getMemberImport,
  listMemberImports,
  startMemberImport,
  type WholeMemberImport,
} from "#shared/api/member-imports.ts";
import { minuteMs } from "#shared/durations.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiPages } from "#renderer/api-client/query.ts";
import { ButtonLink, useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure } from "#renderer/theme/tokens.ts";
import { useMembersAddress } from "../members-address.ts";
import { LineCountList, LineList, SaveRefused, type LineFilter } from "./line-list.tsx";

const useStyles = makeStyles({
  lead: { margin: 0, maxWidth: measure },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px 20px", marginTop: "24px" },
});

/** Starts the import, after the password. */
function StartButton({ id, count }: { id: string; count: number }) {
  const { t } = useTranslation("member-import");
  const { number } = useFormats();
  const look = useButtonLook("accent");
  const [isAsking, setAsking] = useState(false);
  const words = { count, shown: number(count) };
  const start = async (password: string) => {
    const { error } = await call(startMemberImport, {
      params: { id },
      body: { password },
      silent: true,
    });
    // "conflict": another admin was faster; "not-found": has deleted it. The page shows it.
    if (error && error.code !== "conflict" && error.code !== "not-found") return error;
    setAsking(false);
    await Promise.all([refresh(getMemberImport), refresh(listMemberImports)]);
    return null;
  };
  return (
    <>
      <Button size="large" {...look} onClick={() => setAsking(true)}>
        {t("start.open", words)}
      </Button>
      <PasswordDialog
        open={isAsking}
        title={t("start.title", words)}
        action={t("start.action")}
        onPassword={start}
        onClose={() => setAsking(false)}
      >
        <p>{t("start.text")}</p>
        <p>{t("start.final")}</p>
      </PasswordDialog>
    </>
  );
}

const useCheck = (id: string, filter: LineFilter) =>
  useApiPages(
    checkMemberImport,
    (after) => ({
      params: { id },
      query: { ...filter, ...(after !== undefined && { after }) },
      timeoutMs: minuteMs,
      silent: true,
    }),
    ({ nextAfter }) => (nextAfter === null ? null : String(nextAfter)),
  );

/** Says what would happen with each line, and starts it. */
export function CheckStep({ one: { id } }: { one: WholeMemberImport }) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { linkTo } = useMembersAddress();
  const [filter, setFilter] = useState<LineFilter>({});
  // The counts and the start stay while the lines of one count load, or cannot be loaded.
  const all = useCheck(id, {});
  const pages = useCheck(id, filter);
  const code = (pages.error ?? all.error)?.failure.code;
  useEffect(() => {
    // Another admin has started or deleted it.
    if (code === "conflict" || code === "not-found") void refresh(getMemberImport);
  }, [code]);
  return (
    <QueryView query={all} loading={<LoadingLines lines={10} />}>
      {({ pages: [first] }) => {
        const counts = first?.counts;
        const coming = counts ? counts.outcomes.created + counts.outcomes.changed : 0;
        return (
          <>
            <p className={styles.lead}>{t("check.lead")}</p>
            {counts && (
              <LineCountList when="check" counts={counts} filter={filter} onFilter={setFilter} />
            )}
            {coming === 0 && (
              <Notice intent="warning">
                <p>{t("check.nothing")}</p>
              </Notice>
            )}
            <div className={styles.actions}>
              {coming > 0 && <StartButton id={id} count={coming} />}
              <ButtonLink to={linkTo({ step: "columns" })}>{t("check.back")}</ButtonLink>
              {counts && counts.outcomes.refused > 0 && <SaveRefused id={id} when="check" />}
            </div>
            <QueryView query={pages} loading={<LoadingLines lines={8} />}>
              {({ pages: loaded }) => (
                <LineList
                  when="check"
                  pages={pages}
                  lines={loaded.flatMap(({ items }) => items)}
                  isFiltered={Object.keys(filter).length > 0}
                />
              )}
            </QueryView>
          </>
        );
      }}
    </QueryView>
  );
}
