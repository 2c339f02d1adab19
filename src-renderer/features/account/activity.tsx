import { makeStyles } from "@fluentui/react-components";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { listOwnActivity, type OwnAuditEntry } from "#shared/api/audit.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  item: { padding: "10px 0", borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  act: { fontWeight: 600 },
  more: { color: tokens.colorNeutralForeground2, fontSize: "15px", overflowWrap: "anywhere" },
  none: { margin: 0 },
});

function ActivityItem({ entry }: { entry: OwnAuditEntry }) {
  const styles = useStyles();
  const { t } = useTranslation("audit");
  const { dateTime } = useFormats();
  const { at, act, by, device, ip } = entry;
  const parts = [dateTime(at), t(`own.${by}`), device, ip].filter(Boolean);
  return (
    <li className={styles.item} tabIndex={-1}>
      <div className={styles.act}>{t(`acts.${act}`)}</div>
      <div className={styles.more}>{parts.join(" · ")}</div>
    </li>
  );
}

/** The user's part of the audit trail: what the user did, and what was done to the account. */
export function Activity() {
  const styles = useStyles();
  const { t } = useTranslation("audit");
  const list = useRef<HTMLUListElement>(null);
  const pages = useApiPages(
    listOwnActivity,
    (cursor) => ({ query: cursor === undefined ? {} : { cursor } }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const isShown = pages.data !== undefined;
  const hasFailed = useRef(false);
  const { isError } = pages;
  useEffect(() => {
    if (isError) hasFailed.current = true;
    if (!isShown) return;
    const { activeElement, body } = document;
    // A press on the row's button moved the focus to what it opened; "Try again" is gone, and the focus with it.
    const isOpened = activeElement !== body && activeElement?.contains(list.current);
    const isLost = activeElement === body && hasFailed.current;
    if (isOpened || isLost) list.current?.focus({ preventScroll: true });
    hasFailed.current = false;
  }, [isShown, isError]);
  return (
    <QueryView
      query={pages}
      loading={<LoadingLines lines={4} />}
      isEmpty={() => items.length === 0}
      empty={<p className={styles.none}>{t("own.none")}</p>}
    >
      {() => (
        <>
          <ul ref={list} aria-label={t("own.list")} tabIndex={-1} className={styles.list}>
            {items.map((entry) => (
              <ActivityItem key={entry.id} entry={entry} />
            ))}
          </ul>
          <ShowOlder pages={pages} list={list} label={t("older")} />
        </>
      )}
    </QueryView>
  );
}
