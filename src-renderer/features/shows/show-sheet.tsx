import { Button, makeStyles } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Show, ShowDayItem } from "#shared/api/show-day.ts";
import { daysBetween } from "#shared/calendar-date.ts";
import { countdownOf } from "#shared/show-day.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { entryPath as entryOf, usePrintPaper } from "#renderer/features/reading/index.ts";
import { Countdown } from "./countdown.tsx";
import type { ShowTicks } from "./use-ticks.ts";

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
  const { calendarDate } = useFormats();
  const until = useUntil();
  const { dog, heightClass } = show;
  const competitor = heightClass
    ? t(`height-class:names.${heightClass}`)
    : t("facts.unmeasured", { name: dog?.name ?? "" });
  const facts = [
    calendarDate(show.on),
    until(show.on, today),
    show.startsAt !== null && t("facts.start", { time: show.startsAt }),
    dog && heightClass && dog.name,
    competitor,
    show.isHot && t("facts.hot"),
  ];
  return <p className={styles.facts}>{facts.filter(Boolean).join("\u00A0· ")}</p>;
}

type ShowSheetProps = {
  show: Show;
  items: readonly ShowDayItem[];
  /** Entries of the library whose items there was no room for. */
  leftOut: number;
  today: string;
  ticks: ShowTicks;
  heading?: RefObject<HTMLHeadingElement | null>;
  entryPath?: (item: ShowDayItem) => string;
  /** Buttons beside that for printing. */
  children?: ReactNode;
};

/** A show with its countdown, which fits on one printed sheet. */
export function ShowSheet(props: ShowSheetProps) {
  const { show, items, leftOut, today, ticks, heading, entryPath = entryOf, children } = props;
  const styles = useStyles();
  const { paper } = usePrintPaper();
  const { t } = useTranslation("show-day");
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
        {children}
      </div>
      {all.length > 0 && (
        <p role="status" className={styles.progress}>
          {t("done", { done, total: all.length })}
        </p>
      )}
      <Countdown {...{ show, countdown, ticks, today, entryPath }} />
      {leftOut > 0 && <p className={styles.facts}>{t("leftOut", { count: leftOut })}</p>}
    </article>
  );
}
