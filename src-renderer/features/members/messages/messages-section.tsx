import { makeStyles } from "@fluentui/react-components";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { listMessages, type ListedMessage } from "#shared/api/contact-messages.ts";
import { routePath } from "#shared/routes.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { useActs } from "../acts/use-acts.tsx";
import { usePartStyles } from "../page/part.tsx";
import { MessageItem, UnprovenSender } from "./message-item.tsx";

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2, maxWidth: measure },
});

/** Who sent a message: a member, whose page is a link away, or a stranger. */
function Sender({ message: { name, email, isProven, memberId } }: { message: ListedMessage }) {
  const { t } = useTranslation("members");
  const page = memberId && `${routePath("dashboard")}?section=members&member=${memberId}`;
  return (
    <>
      <p>
        {page ? <TextLink to={page}>{name}</TextLink> : name}, {email}
        {!page && ` (${t("messages.stranger")})`}
      </p>
      {page && !isProven && <UnprovenSender />}
    </>
  );
}

/** All messages of the contact form, for admins: those without an answer first, each to be answered here. */
export function MessagesSection() {
  const styles = useStyles();
  const part = usePartStyles();
  const { t } = useTranslation("members");
  const acts = useActs();
  const list = useRef<HTMLUListElement>(null);
  const pages = useApiPages(
    listMessages,
    (cursor) => ({ query: cursor === undefined ? {} : { cursor } }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  return (
    <>
      <p className={styles.lead}>{t("messages.lead")}</p>
      {acts.report}
      <QueryView
        query={pages}
        loading={<LoadingLines lines={8} />}
        isEmpty={() => items.length === 0}
        empty={
          <EmptyState
            motif="whistle"
            title={t("messages.empty.title")}
            text={t("messages.empty.text")}
          />
        }
      >
        {() => (
          <>
            <ul ref={list} aria-label={t("messages.list")} className={part.list}>
              {items.map((message) => (
                <li key={message.id} tabIndex={-1} className={part.item}>
                  <MessageItem
                    message={message}
                    sender={<Sender message={message} />}
                    start={acts.start}
                  />
                </li>
              ))}
            </ul>
            <ShowOlder pages={pages} list={list} label={t("more")} />
          </>
        )}
      </QueryView>
      {acts.dialog}
    </>
  );
}
