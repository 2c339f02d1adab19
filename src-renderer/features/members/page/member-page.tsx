import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getMember, type Member, type UndoableAct } from "#shared/api/members.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { useInviteMember } from "../invitations-panel.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import { useMembersAddress } from "../members-address.ts";
import { MembershipFacts } from "./membership-facts.tsx";
import { useMembershipActs } from "../acts/membership-acts.ts";
import { useRetryAct } from "../acts/record-acts.ts";
import { NoteList } from "./note-list.tsx";
import { useActs, type UndoControl } from "../acts/use-acts.tsx";
import { MessageItem, UnprovenSender } from "../messages/message-item.tsx";
import { Part, usePartStyles } from "./part.tsx";

type Source = Member["membership"]["source"];

/** Returns the effect of an act in words; `source` is that of the membership. */
function useActText(source: Source): (act: UndoableAct) => string {
  const { t } = useTranslation("members");
  const { membershipEnd } = useFormats();
  return ({ act, endsAt }) => {
    if (act === "grant" && endsAt === null) return t("undoable.grantNoEnd");
    return t(`undoable.${act}`, { date: endsAt ? membershipEnd(source, endsAt) : "" });
  };
}

type UndoableItemProps = { act: UndoableAct; source: Source; undoing: UndoControl };

function UndoableItem({ act, source, undoing: { busy, undo } }: UndoableItemProps) {
  const styles = usePartStyles();
  const { t } = useTranslation("members");
  const { businessTime } = useFormats();
  const what = useActText(source)(act);
  const [when, until] = [businessTime(act.at), businessTime(act.until)];
  return (
    <>
      <p>{what}</p>
      {act.note !== null && <p>{act.note}</p>}
      <p className={styles.quiet}>{t("undoable.by", { who: act.by, when, until })}</p>
      <div className={styles.actions}>
        <Button
          aria-label={t("undoable.undoOf", { what })}
          disabledFocusable={busy}
          onClick={() => undo(act.id)}
        >
          {t("acts.undo")}
        </Button>
      </div>
    </>
  );
}

/** What admins did for a member within the last day and any admin can still undo; nothing without any. */
function UndoableList({ member, undoing }: { member: Member; undoing: UndoControl }) {
  const { t } = useTranslation("members");
  if (member.undoable.length === 0) return null;
  const items = member.undoable.map((act) => ({
    key: act.id,
    content: <UndoableItem act={act} source={member.membership.source} undoing={undoing} />,
  }));
  return <Part title={t("undoable.title")} none="" items={items} />;
}

function SessionList({ member, onEnd }: { member: Member; onEnd: () => void }) {
  const styles = usePartStyles();
  const { t } = useTranslation("members");
  const { businessTime } = useFormats();
  const items = member.sessions.map(({ id, device, lastSeenAt }) => ({
    key: id,
    content: (
      <>
        <p>{device || t("sessions.unknown")}</p>
        <p className={styles.quiet}>{t("sessions.seen", { when: businessTime(lastSeenAt) })}</p>
      </>
    ),
  }));
  const end = items.length > 0 && (
    <DangerButton size="large" onClick={onEnd}>
      {t("acts.sessions.open")}
    </DangerButton>
  );
  return <Part title={t("sessions.title")} none={t("sessions.none")} items={items} actions={end} />;
}

/** Messages of the contact form from a member's address, newest first. */
function MessageList({ member, start }: { member: Member; start: (act: Act) => void }) {
  const { t } = useTranslation("members");
  const items = member.messages.map((message) => ({
    key: message.id,
    content: (
      <MessageItem
        message={message}
        sender={!message.isProven && <UnprovenSender />}
        start={start}
      />
    ),
  }));
  return <Part title={t("messages.title")} none={t("messages.none")} items={items} />;
}

const useStyles = makeStyles({
  back: { margin: "0 0 16px" },
  address: {
    margin: "4px 0 24px",
    color: tokens.colorNeutralForeground2,
    overflowWrap: "anywhere",
  },
  acts: { display: "flex", flexWrap: "wrap", gap: "12px", margin: "20px 0 0" },
  columns: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "48px 56px",
    alignItems: "start",
    marginTop: "48px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", gap: "40px", marginTop: "40px" },
  },
  column: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "48px" },
});

const live: ReadonlySet<string> = new Set(["active", "ending", "past-due"]);

/** The buttons of what can be done now about the membership and the account. */
function MemberActs({ member, start }: { member: Member; start: (act: Act) => void }) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const { grant, takeOver, extend, end, resetLink, remove } = useMembershipActs(member);
  const invite = useInviteMember(member);
  const retry = useRetryAct();
  const { status, source, endsAt } = member.membership;
  const isLive = live.has(status);
  const look = useButtonLook("secondary");
  const canExtend = isLive && status !== "past-due" && endsAt !== null;
  const button = (act: Act, text: string) => (
    <Button size="large" {...look} onClick={() => start(act)}>
      {text}
    </Button>
  );
  return (
    <div role="group" aria-label={t("acts.title")} className={styles.acts}>
      {!isLive && status !== "pending" && button(grant, t("acts.grant.open"))}
      {isLive && source === "grant" && button(grant, t("acts.grant.change"))}
      {member.foreign?.isAlive && button(takeOver, t("acts.takeOver.open"))}
      {canExtend && button(extend, t("acts.extend.open"))}
      {invite && button(invite.act, invite.open)}
      {button(resetLink, t("acts.reset.open"))}
      {member.bounce && member.email && button(retry(member.email), t("acts.retry.open"))}
      {isLive && (
        <DangerButton size="large" onClick={() => start(end)}>
          {t("acts.end.open")}
        </DangerButton>
      )}
      {member.hasAskedForDeletion && (
        <DangerButton size="large" onClick={() => start(remove)}>
          {t("acts.delete.open")}
        </DangerButton>
      )}
    </div>
  );
}

/** Leaves the position that the browser restores after a reload. */
const focusWithoutScrolling = (heading: HTMLElement | null): void =>
  heading?.focus({ preventScroll: true });

function MemberView({ member }: { member: Member }) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const user = useUser();
  const acts = useActs();
  const { logOut } = useMembershipActs(member);
  return (
    <>
      <Heading level={2} ref={focusWithoutScrolling}>
        {member.name}
      </Heading>
      <p className={styles.address}>
        {member.email}
        {!member.isProven && ` (${t("unproven")})`}
        {member.isAdmin && `, ${t("admin")}`}
      </p>
      {acts.report}
      <MembershipFacts member={member} />
      <MemberActs member={member} start={acts.start} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <InvoiceList member={member} start={acts.start} />
          <MessageList member={member} start={acts.start} />
        </div>
        <div className={styles.column}>
          <UndoableList member={member} undoing={acts.undoing} />
          <NoteList member={member} start={acts.start} />
          <SessionList member={member} onEnd={() => acts.start(logOut(member.id === user?.id))} />
        </div>
      </div>
      {acts.dialog}
    </>
  );
}

/** One member: who it is, and what admins can see and do. */
export function MemberPage({ id }: { id: string }) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const { linkTo } = useMembersAddress();
  const member = useApiQuery(getMember, { params: { id } });
  return (
    <>
      <p className={styles.back}>
        <TextLink to={linkTo({ member: null })}>{t("back")}</TextLink>
      </p>
      <QueryView
        query={member}
        loading={<LoadingLines lines={8} />}
        renderFailure={({ code }, standard) =>
          code === "not-found" ? <p>{t("gone")}</p> : standard
        }
        hidesStale
      >
        {(found) => <MemberView member={found} />}
      </QueryView>
    </>
  );
}
