import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
} from "@fluentui/react-components";
import { MoreHorizontalRegular, PlayFilled } from "@fluentui/react-icons";
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import { formatDay } from "#shared/formats.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { diaryPath, routePath } from "#shared/routes.ts";
import { Course } from "#renderer/components/course/course.tsx";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { focusReplacement, focusOnMount, isFocusLost } from "#renderer/components/keep-focus.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink, TextLink, useButtonLook } from "#renderer/components/links.tsx";
import type { StepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { type StepNews, type PendingResult, newsOfDay, useSteps } from "../pending-results.ts";
import { StepNewsLine } from "../step-news.tsx";
import { StopButton } from "../stop-button.tsx";
import { useFieldAddress } from "./field-address.ts";
import { FieldMode } from "./field-mode.tsx";
import { readProgress } from "./field-progress.ts";
import { TimeLeft, usePlanTimer } from "./field-timer.tsx";
import { ResultForm } from "./result-form.tsx";

/** A sentence ends where another one begins: "1.8 m" and "8 of 10." within a line are none. */
const betweenSentences = /(?<=[.!?…])\s+(?=\p{Lu}|\d+[ .])/u;

/** Returns the steps of a session: its sentences, or a single one for a short text. */
export const sessionSteps = (description: string): string[] =>
  description.split(betweenSentences).filter((sentence) => sentence !== "");

const useStyles = makeStyles({
  plan: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 320px)",
    gridTemplateRows: "auto 1fr",
    alignItems: "start",
    gap: "16px 40px",
    [media.belowTablet]: {
      gridTemplateColumns: "minmax(0, 1fr) minmax(0, 240px)",
      columnGap: "24px",
    },
    [media.phone]: { gridTemplateColumns: "minmax(0, 1fr)", gridTemplateRows: "auto" },
  },
  top: { display: "grid", gap: "16px", minWidth: 0 },
  main: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "16px" },
  drawing: {
    gridColumn: 2,
    gridRow: "1 / span 2",
    // On phones “Start” stays above the fold.
    [media.phone]: { gridColumn: "auto", gridRow: "auto" },
    "& figure": { margin: 0 },
    "& figure svg": { maxHeight: "240px", [media.phone]: { maxHeight: "170px" } },
    // Field mode has it in full.
    "& figcaption": { display: "none" },
  },
  cover: {
    maxWidth: "320px",
    borderRadius: tokens.borderRadiusLarge,
    overflow: "hidden",
    lineHeight: 0,
    [media.phone]: { maxWidth: "280px" },
  },
  notOnPhones: { [media.phone]: { display: "none" } },
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
  const later = isTrainedOn(plan, today) ? t("doneToday", { day }) : t("nextOn", { day });
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
        {`\u00A0· ${place}`}
      </p>
    </header>
  );
}

const useSessionActionsStyles = makeStyles({
  actions: { display: "flex", gap: "12px" },
  start: { [media.phone]: { flexGrow: 1 } },
  more: { minWidth: "44px", minHeight: "44px" },
});

type SessionActionsProps = {
  busy: boolean;
  /** Whether field mode was left on the way: with its timer, after some steps or repetitions. */
  isBegun: boolean;
  /** Whether the timer was started. */
  hasTimer: boolean;
  /** Whether they replaced the button that had the focus. */
  takeFocus: boolean;
  onStart: () => void;
  onResult: () => void;
  onSkip: () => void;
  onStopTimer: () => void;
};

/** What can be done with a session: train it, or what is needed rarely. */
function SessionActions(props: SessionActionsProps) {
  const { busy, isBegun, hasTimer, takeFocus, onStart, onResult, onSkip, onStopTimer } = props;
  const styles = useSessionActionsStyles();
  const { t } = useTranslation("training");
  const accent = useButtonLook("accent");
  return (
    <div className={styles.actions}>
      <Button
        ref={takeFocus ? focusOnMount : null}
        size="large"
        {...accent}
        className={mergeClasses(accent.className, styles.start)}
        icon={<PlayFilled />}
        onClick={onStart}
      >
        {t(isBegun ? "continue" : "start")}
      </Button>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="large"
            appearance="subtle"
            className={styles.more}
            icon={<MoreHorizontalRegular />}
            aria-label={t("more")}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={onResult}>{t("enterResult")}</MenuItem>
            <MenuItem disabled={busy} onClick={onSkip}>
              {t("skip")}
            </MenuItem>
            {hasTimer && <MenuItem onClick={onStopTimer}>{t("timer.stop")}</MenuItem>}
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  );
}

/** Reports that a session is being trained: its day stays until it is finished, also after midnight. */
function useOpenSession(isOpen: boolean, onOpen: (isOpen: boolean) => void): void {
  const report = useRef(onOpen);
  useEffect(() => void (report.current = onOpen));
  useEffect(() => {
    report.current(isOpen);
    return () => report.current(false);
  }, [isOpen]);
}

type SessionViewProps = {
  plan: TrainingPlan;
  session: Session;
  steps: readonly string[];
  field: StepAddress;
  today: string;
  /** When the plan arrived, in ms since 1970. */
  loadedAt: number;
  busy: boolean;
  /** A result that was entered and could not be sent yet. */
  pending: PendingResult | null;
  onOutcome: (outcome: StepOutcome) => void;
  /** Called when the session begins and ends. */
  onOpen: (isOpen: boolean) => void;
};

/** A session to train: its timer if it runs, “Start” and the question how it went; field mode covers the screen. */
function SessionView(props: SessionViewProps) {
  const { plan, session, steps, field, today, loadedAt, busy, pending, onOutcome, onOpen } = props;
  const timer = usePlanTimer(plan, today, loadedAt);
  const [isAsked, setAsked] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const isInField = field.at !== null;
  const { step, counted } = readProgress(plan);
  // A result that waits is never out of sight, wherever it was entered.
  const isAsking = isAsked || pending !== null;
  useOpenSession(isAsking || isInField || timer.isSet, onOpen);
  const initial = timer.now();
  const leaveResult = () => {
    setAsked(false);
    setWasAsked(true);
  };
  return (
    <>
      {!isInField && initial && <TimeLeft initial={initial} />}
      {isAsking && !isInField ? (
        <ResultForm {...{ plan, session, busy, pending, onOutcome }} onCancel={leaveResult} />
      ) : (
        <SessionActions
          busy={busy}
          isBegun={timer.isSet || step > 0 || counted.length > 0}
          hasTimer={timer.isSet}
          takeFocus={wasAsked}
          onStart={() => field.open(Math.min(step, steps.length))}
          onResult={() => setAsked(true)}
          onSkip={() => onOutcome({ result: "skipped" })}
          onStopTimer={() => timer.set(null)}
        />
      )}
      {isInField && (
        <FieldMode
          {...{ plan, session, today, steps, busy, pending, onOutcome }}
          address={field}
          timer={initial}
          onStart={() => timer.set({ secondsLeft: session.minutes * 60, isRunning: true })}
          onTimer={timer.set}
        />
      )}
    </>
  );
}

type PlanDrawingProps = {
  plan: TrainingPlan;
  /** The session that is shown; null without one. */
  session: Session | null;
  className: string;
};

/** How a session is set up; where it has no drawing, the cover of its protocol. */
function PlanDrawing({ plan, session, className }: PlanDrawingProps) {
  const styles = useStyles();
  const { protocol, slug } = plan;
  if (!protocol) return null;
  return (
    <div className={className} lang={protocol.language}>
      {session?.course === undefined ? (
        <div className={styles.cover}>
          <CoverArt kind="protocols" slug={slug} motif={protocol.motif} cover={protocol.cover} />
        </div>
      ) : (
        <Course text={session.course} />
      )}
    </div>
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
    focusReplacement(heading.current, top.current);
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
  const { busy, news, pending, record, undo } = useSteps(plan, today, newsOfDay(plan, today));
  const { next, revision } = plan;
  // Until a step is recorded.
  const [earlyAt, setEarlyAt] = useState<number | null>(null);
  const description = next?.description ?? "";
  const steps = useMemo(() => sessionSteps(description), [description]);
  const field = useFieldAddress(plan, steps.length);
  const { heading, top, expect } = useHeadingAfter(news, revision, field.at !== null);
  const isBegun = plan.timer !== null || field.at !== null || pending !== null;
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
    focusReplacement(heading.current);
  };
  return (
    <div className={styles.plan}>
      <div ref={top} className={styles.top}>
        <StepNewsLine news={news} busy={busy} onUndo={undoLast} />
        {next ? (
          <SessionHead {...{ plan, today, isNow, heading }} session={next} />
        ) : (
          <PlanEnd {...{ plan, today, heading }} />
        )}
      </div>
      <PlanDrawing
        plan={plan}
        session={next}
        className={mergeClasses(styles.drawing, !isNow && styles.notOnPhones)}
      />
      <div className={styles.main}>
        {next && isNow && (
          <SessionView
            key={revision}
            {...{ plan, steps, field, today, loadedAt, busy, pending, onOpen }}
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
    </div>
  );
}
