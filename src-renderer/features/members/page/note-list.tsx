import { Button } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Member, MemberNote } from "#shared/api/members.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { Part, usePartStyles } from "./part.tsx";
import { useNoteActs } from "../acts/record-acts.ts";

type PartProps = { member: Member; start: (act: Act) => void };

function NoteItem({ note, member, start }: PartProps & { note: MemberNote }) {
  const styles = usePartStyles();
  const { t } = useTranslation("members");
  const { businessTime } = useFormats();
  const { write, remove } = useNoteActs(member);
  const author = note.author ?? t("notes.formerAdmin");
  const when = businessTime(note.createdAt);
  return (
    <>
      {note.text.split(/\n+/).map((paragraph, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other key, and do not move
        <p key={at}>{paragraph}</p>
      ))}
      <p className={styles.quiet}>
        {t("notes.by", { author, when })}
        {note.changedAt && `, ${t("notes.changed", { when: businessTime(note.changedAt) })}`}
      </p>
      <div className={styles.actions}>
        <Button
          aria-label={t("acts.note.editOf", { date: when })}
          onClick={() => start(write(note))}
        >
          {t("acts.note.edit")}
        </Button>
        <DangerButton
          aria-label={t("acts.note.deleteOf", { date: when })}
          onClick={() => start(remove(note))}
        >
          {t("acts.note.delete")}
        </DangerButton>
      </div>
    </>
  );
}

export function NoteList({ member, start }: PartProps) {
  const { t } = useTranslation("members");
  const { write } = useNoteActs(member);
  const items = member.notes.map((note) => ({
    key: note.id,
    content: <NoteItem note={note} member={member} start={start} />,
  }));
  const add = (
    <Button size="large" onClick={() => start(write())}>
      {t("acts.note.add")}
    </Button>
  );
  return <Part title={t("notes.title")} none={t("notes.none")} items={items} actions={add} />;
}
