import { Button, makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import type { SessionRule, StepOutcome } from "#shared/progression.ts";
import { isConnectionFailure } from "#renderer/api-client/connection.ts";
import { focusWithPart } from "#renderer/components/keep-focus.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { resultOutbox, type PendingResult } from "../pending-results.ts";

const useStyles = makeStyles({
  form: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "12px" },
  hint: { margin: 0, maxWidth: "66ch", color: tokens.colorNeutralForeground2 },
  counts: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(48px, 1fr))",
    gap: "8px",
    maxWidth: "640px",
  },
  count: { minWidth: "44px", minHeight: "48px", fontVariantNumeric: "tabular-nums" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

/** Repetitions that were counted while the dog worked. */
type Counted = { right: number; notRight: number };

type Rule<Kind> = Extract<SessionRule, { kind: Kind }>;

/** Returns an outcome in the words of the button that names it. */
function useOutcomeText(rule: SessionRule): (outcome: StepOutcome) => string {
  const { t } = useTranslation("training");
  return (outcome) => {
    if (outcome.result === "counted") {
      const of = rule.kind === "counted" ? rule.repetitions : outcome.right;
      return t("result.of", { right: outcome.right, of });
    }
    if (outcome.result === "done") return t("result.goOn");
    if (outcome.result === "skipped") return t("skip");
    if (rule.kind === "counted") return t("result.again");
    if (outcome.result === "again") return t("result.repeat");
    return t(rule.goBack === "week" ? "result.weekAgain" : "result.weekBack");
  };
}

type ChoicesProps<Kind> = {
  rule: Rule<Kind>;
  busy: boolean;
  chosen: StepOutcome | undefined;
  counted?: Counted | undefined;
  onOutcome: (outcome: StepOutcome) => void;
};

/** A button for each number of repetitions that is possible, with what follows. */
function CountedChoices({ rule, busy, chosen, counted, onOutcome }: ChoicesProps<"counted">) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const textOf = useOutcomeText(rule);
  const { repetitions, toGoOn, toGoBack } = rule;
  // What was counted already narrows what is left to ask.
  const { right: least, notRight } = counted ?? { right: 0, notRight: 0 };
  const counts = Array.from({ length: repetitions - notRight - least + 1 }, (_, i) => least + i);
  const chosenCount = chosen?.result === "counted" ? chosen.right : null;
  return (
    <>
      <p className={styles.hint}>
        {toGoBack === null
          ? t("result.hint", { toGoOn })
          : t("result.hintWithBack", { toGoOn, toGoBack })}
      </p>
      <div className={styles.counts}>
        {counts.map((right) => (
          <Button
            key={right}
            size="large"
            className={styles.count}
            appearance={right === chosenCount ? "primary" : "secondary"}
            aria-label={textOf({ result: "counted", right })}
            disabledFocusable={busy}
            onClick={() => onOutcome({ result: "counted", right })}
          >
            {right}
          </Button>
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          className={styles.button}
          disabledFocusable={busy}
          onClick={() => onOutcome({ result: "again" })}
        >
          {t("result.again")}
        </Button>
      </div>
    </>
  );
}

type JudgedProps = ChoicesProps<"judged"> & { lang: string | undefined };

/** On, once more or back, with the protocol's own criterion. */
function JudgedChoices({ rule, lang, busy, onOutcome }: JudgedProps) {
  const styles = useStyles();
  const accent = useButtonLook("accent");
  const textOf = useOutcomeText(rule);
  const results = rule.goBack ? (["again", "back"] as const) : (["again"] as const);
  return (
    <>
      {rule.criterion && (
        <p lang={lang} className={styles.hint}>
          {rule.criterion}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          size="large"
          {...accent}
          disabledFocusable={busy}
          onClick={() => onOutcome({ result: "done" })}
        >
          {textOf({ result: "done" })}
        </Button>
        {results.map((result) => (
          <Button
            key={result}
            size="large"
            className={styles.button}
            disabledFocusable={busy}
            onClick={() => onOutcome({ result })}
          >
            {textOf({ result })}
          </Button>
        ))}
      </div>
    </>
  );
}

/** Says that a result is kept here, and when it is sent. */
function PendingNote({ pending, rule }: { pending: PendingResult; rule: SessionRule }) {
  const { t } = useTranslation("training");
  const { change, failure } = pending;
  const outcome = useOutcomeText(rule)(change.body.outcome);
  const key = !failure || isConnectionFailure(failure) ? "result.waiting" : "result.failed";
  return <Notice intent="error">{t(key, { outcome })}</Notice>;
}

/** Returns the text of what a count means, and what follows once it is saved. */
function countedEnd({ toGoOn, toGoBack }: Rule<"counted">, right: number) {
  if (right >= toGoOn) return "news.passed";
  return toGoBack !== null && right < toGoBack ? "news.tooFew" : "news.repeat";
}

type ResultFormProps = {
  plan: TrainingPlan;
  session: NonNullable<TrainingPlan["next"]>;
  busy: boolean;
  /** A result that was entered and could not be sent yet. */
  pending: PendingResult | null;
  /** What was counted in field mode. Where it is everything, nothing is asked. */
  counted?: Counted;
  onOutcome: (outcome: StepOutcome) => void;
  /** Stands below a result that was counted in field mode. */
  children?: ReactNode;
  /** Missing where another button leads back. */
  onCancel?: () => void;
};

/** Asks how a session went, by the protocol's own rule, which decides what the next session is. */
export function ResultForm(props: ResultFormProps) {
  const { plan, session, busy, pending, counted, children, onOutcome, onCancel } = props;
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { rule } = session;
  const chosen = pending?.change.body.outcome;
  const isCounted =
    rule.kind === "counted" &&
    counted !== undefined &&
    counted.right + counted.notRight >= rule.repetitions;
  const isWaiting = pending !== null && (pending.failure !== null || pending.isPaused);
  return (
    <div role="group" aria-labelledby="training-result" className={styles.form}>
      {/* Has the focus again once the last repetition was counted: the button that counted it is gone. */}
      <Heading
        key={String(isCounted)}
        level={3}
        size="label"
        id="training-result"
        ref={focusWithPart}
      >
        {isCounted
          ? t(countedEnd(rule, counted.right), { right: counted.right, of: rule.repetitions })
          : rule.kind === "counted"
            ? t("result.question", { count: rule.repetitions })
            : t("result.judge")}
      </Heading>
      {rule.kind === "counted" && !isCounted && (
        <CountedChoices {...{ rule, busy, chosen, counted, onOutcome }} />
      )}
      {rule.kind === "judged" && (
        <JudgedChoices {...{ rule, busy, chosen, onOutcome }} lang={plan.protocol?.language} />
      )}
      {isCounted && children}
      {isWaiting && <PendingNote {...{ pending, rule }} />}
      {(isWaiting || onCancel) && (
        <div className={styles.actions}>
          <Button
            appearance="subtle"
            className={styles.button}
            onClick={() => {
              resultOutbox.remove(plan.id);
              onCancel?.();
            }}
          >
            {t(isWaiting ? "result.discard" : "result.cancel")}
          </Button>
        </div>
      )}
    </div>
  );
}
