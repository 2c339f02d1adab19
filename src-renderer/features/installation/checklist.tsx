import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { CheckmarkCircleFilled, CircleRegular, SubtractCircleRegular } from "@fluentui/react-icons";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import {
  type Checklist as Steps,
  getChecklist,
  type SetUpStep,
  skipSetUpStep,
} from "#shared/api/checklist.ts";
import { accountPath, routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { rootError, type Failure } from "#renderer/components/form/use-submit.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";

const services = `${routePath("dashboard")}?section=services`;
const settings = `${routePath("dashboard")}?section=settings`;

/** Where each step is done. */
const places: Record<SetUpStep, string> = {
  factor: `${accountPath}#secondFactor`,
  seller: settings,
  offer: settings,
  prices: settings,
  mail: services,
  payments: services,
  legal: settings,
  entry: routePath("studio"),
};

const icons = {
  open: CircleRegular,
  done: CheckmarkCircleFilled,
  skipped: SubtractCircleRegular,
} as const;

const useStyles = makeStyles({
  section: {
    marginBottom: "24px",
    padding: "14px 16px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "& p": { margin: 0 },
  },
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "4px 16px",
  },
  muted: { color: tokens.colorNeutralForeground2 },
  list: { display: "grid", gap: "4px", margin: "12px 0 0", padding: 0, listStyleType: "none" },
  step: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr) auto",
    alignItems: "start",
    gap: "2px 12px",
    minHeight: "32px",
    [media.phone]: { gridTemplateColumns: "20px minmax(0, 1fr)" },
  },
  open: { paddingBottom: "8px" },
  icon: { marginTop: "2px", fontSize: "20px", lineHeight: 1 },
  done: { color: tokens.colorBrandForeground1 },
  title: { fontWeight: 600 },
  button: {
    minHeight: "32px",
    [media.phone]: {
      gridColumn: 2,
      justifySelf: "start",
      minWidth: 0,
      minHeight: "44px",
      paddingLeft: 0,
    },
  },
});

type StepItemProps = {
  item: Steps[number];
  busy: boolean;
  onSkip: (step: SetUpStep, isSkipped: boolean) => void;
};

function StepItem({ item: { step, state }, busy, onSkip }: StepItemProps) {
  const styles = useStyles();
  const { t } = useTranslation("installation");
  const title = t(`steps.${step}.title`);
  const Icon = icons[state];
  const isSkipped = state === "skipped";
  return (
    <li className={mergeClasses(styles.step, state === "open" && styles.open)}>
      <span className={mergeClasses(styles.icon, state === "done" && styles.done)} aria-hidden>
        <Icon />
      </span>
      <div className={mergeClasses(state !== "open" && styles.muted)}>
        <span className={styles.title}>{title}</span>
        <VisuallyHidden>: {t(`states.${state}`)}</VisuallyHidden>
        {state === "open" && (
          <p className={styles.muted}>
            {t(`steps.${step}.text`)}{" "}
            <TextLink to={places[step]}>{t(`steps.${step}.action`)}</TextLink>
          </p>
        )}
      </div>
      {state !== "done" && (
        <Button
          appearance="subtle"
          className={styles.button}
          disabledFocusable={busy}
          aria-label={t(isSkipped ? "putBackOf" : "notNeededOf", { step: title })}
          onClick={() => onSkip(step, !isSkipped)}
        >
          {t(isSkipped ? "putBack" : "notNeeded")}
        </Button>
      )}
    </li>
  );
}

/** Hook: skips a step, or takes that back; `onChanged` gets the steps after that. */
export function useSkipStep(onChanged: (steps: Steps) => void) {
  return useMutation(async (step: SetUpStep, isSkipped: boolean): Promise<Failure | null> => {
    const { data, error } = await call(skipSetUpStep, {
      params: { step },
      body: { isSkipped },
      silent: true,
    });
    if (error) return error;
    await setAnswer(getChecklist, data);
    onChanged(data);
    return null;
  });
}

/** What an owner still has to set up, for admins. Nothing once each step is done or skipped, and in demo mode. */
export function Checklist() {
  const styles = useStyles();
  const { t } = useTranslation("installation");
  const heading = useId();
  const { data: steps, error } = useApiQuery(getChecklist, { silent: true });
  const { busy, failure, run } = useSkipStep((changed) => {
    // The pressed button goes with the list: keyboard users go on with the page.
    if (!changed.some(({ state }) => state === "open")) document.getElementById("content")?.focus();
  });
  const isForbidden = error?.failure.status === 403;
  if (isForbidden || !steps?.some(({ state }) => state === "open")) return null;
  const count = (wanted: Steps[number]["state"]) =>
    steps.filter(({ state }) => state === wanted).length;
  const progress = { done: count("done"), total: steps.length, skipped: count("skipped") };
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.head}>
        <Heading level={2} size="small" id={heading}>
          {t("title")}
        </Heading>
        <p className={styles.muted}>
          {t(progress.skipped > 0 ? "progressSkipped" : "progress", progress)}
        </p>
      </div>
      <p className={styles.muted}>{t("lead")}</p>
      <FormFailure error={failure ? rootError(failure) : undefined} />
      <ul className={styles.list}>
        {steps.map((item) => (
          <StepItem
            key={item.step}
            item={item}
            busy={busy}
            onSkip={(step, isSkipped) => void run(step, isSkipped)}
          />
        ))}
      </ul>
    </section>
  );
}
