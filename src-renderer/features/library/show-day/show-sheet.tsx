import { Button, makeStyles } from "@fluentui/react-components";
import { EditRegular, PrintRegular } from "@fluentui/react-icons";
import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { deleteShow, type Show, type ShowDayItem } from "../../../../src-shared/api/show-day.ts";
import { daysBetween } from "../../../../src-shared/calendar-date.ts";
import { countdownOf } from "../../../../src-shared/show-day.ts";
import { call } from "../../../api-client/client.ts";
import { ConfirmDialog, opensDialog } from "../../../components/confirm-dialog.tsx";
import { DangerButton } from "../../../components/danger-button.tsx";
import { Heading } from "../../../components/heading.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useMutation } from "../../../components/use-mutation.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { usePrintPaper } from "../entry/print.tsx";
import { Countdown } from "./countdown.tsx";
import { forgetShow } from "./show-changes.ts";
import { useShowTicks } from "./use-ticks.ts";

const useStyles = makeStyles({
  name: { overflowWrap: "anywhere", [media.print]: { fontSize: "16pt", lineHeight: 1.2 } },
  facts: { margin: "4px 0 0", color: tokens.colorNeutralForeground2 },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px 12px",
    margin: "16px 0 28px",
    [media.print]: { display: "none" },
  },
  button: { minHeight: "44px" },
  progress: { margin: "0 0 24px", fontWeight: 600, [media.print]: { display: "none" } },
});

/** Returns how far away a show is, in words. */
function useUntil() {
  const { t } = useTranslation("show-day");
  return (on: string, today: string) => {
    const days = daysBetween(today, on);
    if (days < 0) return t("until.over");
    if (days === 0) return t("until.today");
    return days === 1 ? t("until.tomorrow") : t("until.in", { count: days });
  };
}

/** What is known of a show, in one line. */
function ShowFacts({ show, today }: { show: Show; today: string }) {
  const styles = useStyles();
  const { t } = useTranslation(["show-day", "height-class"]);
  const { published } = useFormats();
  const until = useUntil();
  const { dog, heightClass } = show;
  const competitor = heightClass
    ? t(`height-class:names.${heightClass}`)
    : t("facts.unmeasured", { name: dog?.name ?? "" });
  const facts = [
    published(show.on),
    until(show.on, today),
    show.startsAt !== null && t("facts.start", { time: show.startsAt }),
    dog && heightClass && dog.name,
    competitor,
    show.isHot && t("facts.hot"),
  ];
  return <p className={styles.facts}>{facts.filter(Boolean).join(" · ")}</p>;
}

/** A button that asks, and then deletes the show. */
function DeleteButton({ show, onDeleted }: { show: Show; onDeleted: () => void }) {
  const { t } = useTranslation("show-day");
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run, reset } = useMutation(async () => {
    const { error } = await call(deleteShow, { params: { id: show.id }, silent: true });
    // "not-found": it was deleted on another device already.
    if (error && error.code !== "not-found") return error;
    await forgetShow(show.id);
    onDeleted();
    return null;
  });
  return (
    <>
      <DangerButton size="large" onClick={() => setAsking(true)} {...opensDialog}>
        {t("delete.open")}
      </DangerButton>
      <ConfirmDialog
        open={isAsking}
        isDanger
        busy={busy}
        title={t("delete.question", { name: show.name })}
        action={t("delete.open")}
        onConfirm={() => void run()}
        onClose={() => {
          setAsking(false);
          reset();
        }}
      >
        <p>{t("delete.text")}</p>
        {failure && <Notice intent="error">{t("delete.failed")}</Notice>}
      </ConfirmDialog>
    </>
  );
}

type ShowSheetProps = {
  show: Show;
  items: readonly ShowDayItem[];
  today: string;
  heading: RefObject<HTMLHeadingElement | null>;
  onChange: () => void;
  onDeleted: () => void;
};

/** A show with its countdown, which fits on one printed sheet. */
export function ShowSheet({ show, items, today, heading, onChange, onDeleted }: ShowSheetProps) {
  const styles = useStyles();
  const { paper } = usePrintPaper();
  const { t } = useTranslation("show-day");
  const ticks = useShowTicks(show);
  const countdown = countdownOf(show, items);
  const all = countdown.stages.flatMap((stage) => stage.items);
  const done = all.filter(({ id }) => ticks.isDone(id)).length;
  return (
    <article className={paper} aria-labelledby="show-name">
      <Heading level={2} id="show-name" ref={heading} className={styles.name}>
        {show.name}
      </Heading>
      <ShowFacts show={show} today={today} />
      <div className={styles.actions}>
        <Button
          size="large"
          className={styles.button}
          icon={<PrintRegular />}
          onClick={() => window.print()}
        >
          {t("print")}
        </Button>
        <Button size="large" className={styles.button} icon={<EditRegular />} onClick={onChange}>
          {t("change")}
        </Button>
        <DeleteButton show={show} onDeleted={onDeleted} />
      </div>
      {all.length > 0 && (
        <p role="status" className={styles.progress}>
          {t("done", { done, total: all.length })}
        </p>
      )}
      <Countdown show={show} countdown={countdown} ticks={ticks} today={today} />
    </article>
  );
}
