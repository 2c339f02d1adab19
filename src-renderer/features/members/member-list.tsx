import { Button, makeStyles } from "@fluentui/react-components";
import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { listMembers, type ListedMember } from "#shared/api/members.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { useExportAct } from "./acts/export-act.ts";
import { MemberSearch } from "./member-search.tsx";
import { useMembersAddress, type MembersAddress } from "./members-address.ts";
import { useActs } from "./acts/use-acts.tsx";

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2 },
  list: { margin: "24px 0 0", padding: 0, listStyleType: "none" },
  row: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 260px), 1fr))",
    gap: "2px 24px",
    alignItems: "center",
    minHeight: "56px",
    padding: "10px 12px",
    margin: "0 -12px",
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ":hover": { backgroundColor: tokens.colorNeutralBackground2 },
  },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  quiet: { color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  foot: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "12px 20px",
    marginTop: "28px",
  },
});

function useStateText() {
  const { t } = useTranslation("members");
  const { lastDay, date } = useFormats();
  return ({ status, source, endsAt }: ListedMember): string => {
    const state = t(`status.${status}`);
    if (status === "none" || status === "pending") return state;
    if (endsAt === null) return `${state}, ${t("noEnd")}`;
    const day = source === "grant" ? lastDay(endsAt) : date(endsAt);
    return `${state}, ${t("until", { date: day })}`;
  };
}

type RowProps = { member: ListedMember; to: string; onKeyDown: (event: KeyboardEvent) => void };

function MemberRow({ member, to, onKeyDown }: RowProps) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const stateOf = useStateText();
  return (
    <Link to={to} className={styles.row} onKeyDown={onKeyDown}>
      <span className={styles.name}>{member.name}</span>
      <span className={styles.quiet}>
        {member.email}
        {!member.isProven && ` (${t("unproven")})`}
      </span>
      <span>{stateOf(member)}</span>
    </Link>
  );
}

/** Moves the focus through the links of a list by the arrow keys, Home and End. Returns whether the key was one of them. */
function moveFocus(list: HTMLElement | null, { key }: { key: string }): boolean {
  const links = [...(list?.querySelectorAll("a") ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: Math.min(at + 1, links.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: links.length - 1,
  };
  const target = targets[key];
  if (target === undefined) return false;
  links[target]?.focus();
  return true;
}

const useMembers = ({ query, status }: MembersAddress) =>
  useApiPages(
    listMembers,
    (cursor) => ({
      query: {
        ...(query && { query }),
        ...(status && { status }),
        ...(cursor !== undefined && { cursor }),
      },
    }),
    ({ nextCursor }) => nextCursor,
  );

/** The search and what it finds, page by page. */
export function MemberList() {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const { address, linkTo, search } = useMembersAddress();
  const pages = useMembers(address);
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState(0);
  const acts = useActs();
  const exportAct = useExportAct(address);
  const look = useButtonLook("secondary");
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const showMore = async () => {
    const { data, hasNextPage } = await pages.fetchNextPage();
    setAdded(data?.pages.at(-1)?.items.length ?? 0);
    // The button is gone: the first new member takes the focus.
    if (!hasNextPage) setTimeout(() => list.current?.querySelectorAll("a")[items.length]?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (moveFocus(list.current, event)) event.preventDefault();
  };
  return (
    <>
      <p className={styles.lead}>{t("lead")}</p>
      {acts.report}
      <MemberSearch
        query={address.query}
        shownQuery={pages.data && !pages.isPlaceholderData ? address.query : null}
        status={address.status}
        onSearch={search}
        onDown={() => list.current?.querySelector("a")?.focus()}
      />
      <QueryView
        query={pages}
        loading={<LoadingLines lines={8} />}
        isEmpty={() => items.length === 0}
        empty={<EmptyState motif="whistle" title={t("empty.title")} text={t("empty.text")} />}
      >
        {() => (
          <ul ref={list} aria-label={t("results")} className={styles.list}>
            {items.map((member) => (
              <li key={member.id}>
                <MemberRow
                  member={member}
                  to={linkTo({ member: member.id })}
                  onKeyDown={onKeyDown}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <div className={styles.foot}>
        {pages.hasNextPage && (
          <Button
            size="large"
            {...look}
            disabledFocusable={pages.isFetchingNextPage}
            onClick={() => void showMore()}
          >
            {t("more")}
          </Button>
        )}
        <Button size="large" {...look} {...opensDialog} onClick={() => acts.start(exportAct)}>
          {t("export.open")}
        </Button>
        <span role="status">{added > 0 && t("added", { count: added })}</span>
      </div>
      {acts.dialog}
    </>
  );
}
