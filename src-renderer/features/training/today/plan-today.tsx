import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import { formatDay } from "#shared/formats.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { diaryPath, routePath } from "#shared/routes.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { focusInPlace, isFocusLost } from "#renderer/components/keep-focus.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { StepNews } from "../step-end.ts";
import { StepNewsLine } from "../step-news.tsx";
import { StopButton } from "../stop-button.tsx";
import { useSteps } from "../use-steps.ts";
import { useFieldAddress } from "./field-address.ts";
import { SessionView } from "./session-view.tsx";

/** A sentence ends where another one begins: "1.8 m" and "8 of 10." within a line are none. */
const betweenSentences = /(?<=[.!?…])\s+(?=\p{Lu}|\d+[ .])/u;

/** Returns the steps of a session: its sentences, or a single one for a short text. */
export const sessionSteps = (description: string): string[] =>
  description.split(betweenSentences).filter((sentence) => sentence !== "");

const useStyles = makeStyles({
  plan: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 320px)",
    alignItems: "start",
    gap: "40px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  top: { display: "grid", gap: "16px" },
  main: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "16px" },
  cover: {
    borderRadius: tokens.borderRadiusLarge,
    overflow: "hidden",
    lineHeight: 0,
    [media.belowTablet]: { display: "none" },
  },
  line: { margin: 0, color: tokens.colorNeutralForeground2 },
  when: { margin: "0 0 4px", fontSize: "15px", fontWeight: 600, color: tokens.colorAccentText },
  title: { marginBottom: "4px" },
  early: { justifySelf: "start", minHeight: "44px" },
  actions: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 12px" },
});

/** The heading of the card has this id, whatever it shows. */
export const todayHeading = "todays-session";

type Session = NonNullable<TrainingPlan["next"]>;

type HeadingRef = RefObject<HTMLHeadingElement | null>;

/** Whether a session was trained on a day; a skipped one does not count. */
const isTrainedOn = ({ steps }: TrainingPlan, day: string) =>
  steps.some(({ on, result }) => on === day && result !== "skipped");

type SessionHeadProps = {
  plan: TrainingPlan;
  session: Session;
  today: string;
  isNow: boolean;
  heading: HeadingRef;
};

function SessionHead({ plan, session, today, isNow, heading }: SessionHeadProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("training");
  const { protocol, slug, dog } = plan;
  if (!protocol) return null;
  const day = formatDay(session.dueOn, i18n.language);
  const { title } = session;
  const later = isTrainedOn(plan, today) ? t("doneToday", { title, day }) : t("nextOn", { day });
  const when = isNow ? t("today") : later;
  const place = t("place", {
    week: session.week + 1,
    weeks: protocol.weeks.length,
    session: session.session + 1,
    sessions: protocol.weeks[session.week] ?? 1,
    minutes: session.minutes,
  });
  return (
    <header>
      <p className={styles.when}>{dog ? t("withDog", { when, dog: dog.name }) : when}</p>
      <Heading
        level={2}
        id={todayHeading}
        ref={heading}
        lang={protocol.language}
        className={styles.title}
      >
        {session.title}
      </Heading>
      <p className={styles.line}>
        <TextLink to={routePath("protocol", { id: slug })}>
          <span lang={protocol.language}>{protocol.title}</span>
        </TextLink>
        {` · ${place}`}
      </p>
    </header>
  );
}

/** A plan without a next session: its protocol is finished, or gone. */
function PlanEnd({ plan, today, heading }: Omit<SessionHeadProps, "session" | "isNow">) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { protocol, slug } = plan;
  const finished = t(isTrainedOn(plan, today) ? "finished.today" : "finished.text");
  return (
    <>
      <header>
        <Heading level={2} id={todayHeading} ref={heading} className={styles.title}>
          {protocol ? t("finished.title", { protocol: protocol.title }) : t("gone.title")}
        </Heading>
        <p className={styles.line}>{protocol ? finished : t("gone.text")}</p>
      </header>
      <div className={styles.actions}>
        <ButtonLink to={protocol ? routePath("protocol", { id: slug }) : routePath("protocols")}>
          {protocol ? t("finished.action") : t("gone.action")}
        </ButtonLink>
        <StopButton id={plan.id} label={t(protocol ? "stop.action" : "gone.stop")} />
      </div>
    </>
  );
}

/**
 * Returns the refs of the card's heading, focused when a session's buttons are gone, and of the part that is shown then:
 * the heading with the news. Call `expect` before.
 */
function useHeadingAfter(news: StepNews | null, revision: number, isInField: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const isExpected = useRef(false);
  useEffect(() => {
    // The news and the changed plan arrive one after the other.
    if (!isExpected.current || !news || isInField || !isFocusLost()) return;
    isExpected.current = false;
    focusInPlace(heading.current, top.current);
  }, [news, revision, isInField]);
  return { heading, top, expect: () => void (isExpected.current = true) };
}

type PlanTodayProps = {
  plan: TrainingPlan;
  today: string;
  /** When the plan arrived, in ms since 1970. */
  loadedAt: number;
  /** Called when a session begins and ends. */
  onOpen: (isOpen: boolean) => void;
};

/** What a plan has for today: its session, the day of the next one, or its end. */
export function PlanToday({ plan, today, loadedAt, onOpen }: PlanTodayProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { busy, news, unsent, record, undo } = useSteps(plan, today);
  const { next, revision } = plan;
  // Until a step is recorded.
  const [earlyAt, setEarlyAt] = useState<number | null>(null);
  const description = next?.description ?? "";
  const steps = useMemo(() => sessionSteps(description), [description]);
  const field = useFieldAddress(plan, steps.length);
  const { heading, top, expect } = useHeadingAfter(news, revision, field.at !== null);
  const isBegun = plan.timer !== null || field.at !== null || unsent !== null;
  const isNow = next !== null && (next.dueOn <= today || earlyAt === revision || isBegun);
  const finish = (outcome: StepOutcome) => {
    expect();
    record(outcome);
  };
  const undoLast = () => {
    expect();
    undo();
  };
  const trainEarly = () => {
    setEarlyAt(revision);
    focusInPlace(heading.current);
  };
  return (
    <div className={styles.plan}>
      <div className={styles.main}>
        <div ref={top} className={styles.top}>
          <StepNewsLine news={news} busy={busy} onUndo={undoLast} />
          {next ? (
            <SessionHead {...{ plan, today, isNow, heading }} session={next} />
          ) : (
            <PlanEnd {...{ plan, today, heading }} />
          )}
        </div>
        {next && isNow && (
          <SessionView
            key={revision}
            {...{ plan, steps, field, today, loadedAt, busy, unsent, onOpen }}
            session={next}
            onOutcome={finish}
          />
        )}
        {next && !isNow && (
          <Button size="large" className={styles.early} onClick={trainEarly}>
            {t("trainToday")}
          </Button>
        )}
        {isTrainedOn(plan, today) && <TextLink to={diaryPath}>{t("toDiary")}</TextLink>}
      </div>
      {plan.protocol && (
        <div className={styles.cover}>
          <CoverArt kind="protocols" slug={plan.slug} motif={plan.protocol.motif} />
        </div>
      )}
    </div>
  );
}
