import { Button, makeStyles } from "@fluentui/react-components";
import { useMemo, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { getInvitations } from "#shared/api/invitations.ts";
import { listMembers, type ListedMember } from "#shared/api/members.ts";
import { useApiPages, useApiQuery } from "#renderer/api-client/query.ts";
import { DataTable, type Column } from "#renderer/components/data-table.tsx";
import { ButtonLink, useButtonLook } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useShowMore } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { businessDay, useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { exportMembers } from "#shared/api/member-acts.ts";
import { call } from "#renderer/api-client/client.ts";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { InvitationsPanel } from "./invitations-panel.tsx";
import { MemberSearch } from "./member-search.tsx";
import { useMembersAddress, type MembersAddress } from "./members-address.ts";
import { useActs } from "./acts/use-acts.tsx";
import type { Act } from "./acts/act-dialog.tsx";
import { usePasswordField } from "./acts/membership-acts.ts";

/** Returns how the members that a search finds are saved as a file. */
function useExportAct({ query, status }: MembersAddress): Act {
  const { t } = useTranslation(["members", "forms"]);
  return {
    id: "export",
    title: t("export.title"),
    action: t("export.action"),
    texts: [t("export.text")],
    fields: [usePasswordField()],
    values: { password: "" },
    check: ({ password }) => (password === "" ? { password: t("forms:required") } : null),
    send: async ({ password = "" }) => {
      const body = { password, ...(query && { query }), ...(status && { status }) };
      const { data, error } = await call(exportMembers, { body });
      if (error) return { failure: error };
      // The answer to a file's endpoint is a Blob.
      saveAsFile(`members-${businessDay(Date.now())}.csv`, data as Blob);
      return { failure: null, outcome: { text: t("export.done") } };
    },
  };
}

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2 },
  name: {
    fontWeight: 600,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    overflowWrap: "anywhere",
    // The whole row opens the member.
    "::after": { content: '""', position: "absolute", inset: 0 },
  },
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
  const { membershipEnd } = useFormats();
  return ({ status, source, endsAt, onTrial }: ListedMember): string => {
    const state = t(`status.${onTrial && status === "active" ? "trial" : status}`);
    if (status === "none" || status === "pending") return state;
    if (endsAt === null) return `${state}, ${t("noEnd")}`;
    if (status === "ended") return t("endedOn", { state, date: membershipEnd(source, endsAt) });
    return `${state}, ${t("until", { date: membershipEnd(source, endsAt) })}`;
  };
}

/** The columns of the table; the name is a link to the member. */
function useColumns(linkTo: (id: string) => string): Column<ListedMember, "name" | "registered">[] {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const { date } = useFormats();
  const stateOf = useStateText();
  return [
    {
      key: "name",
      title: t("columns.name"),
      sorts: "name",
      cell: ({ id, name }) => (
        <Link to={linkTo(id)} className={styles.name}>
          {name}
        </Link>
      ),
    },
    {
      key: "email",
      title: t("columns.email"),
      cell: ({ email, isProven }) => (
        <span className={styles.quiet}>
          {email}
          {!isProven && ` (${t("unproven")})`}
        </span>
      ),
    },
    { key: "state", title: t("status.label"), cell: stateOf },
    {
      key: "registered",
      title: t("registered"),
      sorts: "registered",
      cell: ({ registeredAt }) => <span className={styles.quiet}>{date(registeredAt)}</span>,
    },
  ];
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

const useMembers = ({ query, status, sort }: MembersAddress) =>
  useApiPages(
    listMembers,
    (cursor) => ({
      query: {
        ...(query && { query }),
        ...(status && { status }),
        sort,
        ...(cursor !== undefined && { cursor }),
      },
    }),
    ({ nextCursor }) => nextCursor,
  );

/** The search and what it finds, page by page. */
export function MemberList() {
  const styles = useStyles();
  const { t } = useTranslation(["members", "member-import"]);
  const { address, linkTo, search } = useMembersAddress();
  const pages = useMembers(address);
  const invitations = useApiQuery(getInvitations, { silent: true }, { staleTime: 0 });
  const list = useRef<HTMLTableSectionElement>(null);
  const acts = useActs();
  const exportAct = useExportAct(address);
  const look = useButtonLook("secondary");
  const columns = useColumns((id) => linkTo({ member: id }));
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const { added, button } = useShowMore(pages, list);
  const onKeyDown = (event: KeyboardEvent) => {
    if (moveFocus(list.current, event)) event.preventDefault();
  };
  // The panel stands above the rest, which would move down.
  if (invitations.isPending) return <LoadingLines lines={8} />;
  const { data: found } = invitations;
  return (
    <>
      {acts.report}
      {found && found.imported > found.came && (
        <InvitationsPanel found={found} start={acts.start} />
      )}
      <p className={styles.lead}>{t("lead")}</p>
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
          <DataTable
            ref={list}
            label={t("results")}
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
            sort={address.sort}
            onSort={(sort) => search({ sort })}
            isLinked
            onKeyDown={onKeyDown}
          />
        )}
      </QueryView>
      <div className={styles.foot}>
        {pages.hasNextPage && <Button {...button}>{t("more")}</Button>}
        <Button size="large" {...look} onClick={() => acts.start(exportAct)}>
          {t("export.open")}
        </Button>
        <ButtonLink to={linkTo({ import: "new" })}>{t("member-import:open")}</ButtonLink>
        <span role="status">{added > 0 && t("added", { count: added })}</span>
      </div>
      {acts.dialog}
    </>
  );
}
