import { Button } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Member, UndoableAct } from "#shared/api/members.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import type { Undoing } from "../acts/use-acts.tsx";
import { Part, usePartStyles } from "./part.tsx";

/** Returns what an act did, in words. */
function useActText(): (act: UndoableAct) => string {
  const { t } = useTranslation("members");
  const { date } = useFormats();
  return ({ act, endsAt }) => {
    if (act === "grant" && endsAt === null) return t("undoable.grantNoEnd");
    return t(`undoable.${act}`, { date: endsAt ? date(endsAt) : "" });
  };
}

type UndoableItemProps = { act: UndoableAct; undoing: Undoing };

function UndoableItem({ act, undoing: { busy, undo } }: UndoableItemProps) {
  const styles = usePartStyles();
  const { t } = useTranslation("members");
  const { dateTime } = useFormats();
  const what = useActText()(act);
  const [when, until] = [dateTime(act.at), dateTime(act.until)];
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
export function UndoableList({ member, undoing }: { member: Member; undoing: Undoing }) {
  const { t } = useTranslation("members");
  if (member.undoable.length === 0) return null;
  const items = member.undoable.map((act) => ({
    key: act.id,
    content: <UndoableItem act={act} undoing={undoing} />,
  }));
  return <Part title={t("undoable.title")} none="" items={items} />;
}
