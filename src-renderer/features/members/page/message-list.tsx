import { useTranslation } from "react-i18next";
import type { Member } from "#shared/api/members.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { MessageItem, UnprovenSender } from "../messages/message-item.tsx";
import { Part } from "./part.tsx";

/** Messages of the contact form from a member's address, newest first. */
export function MessageList({ member, start }: { member: Member; start: (act: Act) => void }) {
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
