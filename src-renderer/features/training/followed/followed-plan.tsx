import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import {
  ArrowDownloadRegular,
  ArrowUndoRegular,
  CalendarRegular,
  MoreHorizontalRegular,
} from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getTrainingCalendar } from "#shared/api/training-calendar.ts";
import { type TrainingPlan, setTrainingDog } from "#shared/api/training.ts";
import { routePath, dogsPath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { StepNewsLine } from "../step-news.tsx";
import { StopButton } from "../stop-button.tsx";
import { useSteps } from "../pending-results.ts";
import { changePlan } from "../plan-changes.ts";
import { DogField } from "./start-fields.tsx";
import { useReached } from "./use-followed.ts";

const useCalendarSectionStyles = makeStyles({
  section: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "16px",
    paddingTop: "20px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  actions: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 20px" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
  button: { minHeight: "44px" },
});

/** Ways to see a plan in a calendar: as a file, and by subscription. */
function CalendarSection({ plan, today }: { plan: TrainingPlan; today: string }) {
  const styles = useCalendarSectionStyles();
  const { t } = useTranslation("training");
  const { busy, run } = useMutation(async () => {
    const { data, error } = await call(getTrainingCalendar, {
      params: { id: plan.id },
      query: { today },
    });
    if (data instanceof Blob) saveAsFile(`${plan.slug}.ics`, data);
    return error;
  });
  return (
    <section aria-label={t("calendar.title")} className={styles.section}>
      <div className={styles.actions}>
        <Button
          className={styles.button}
          icon={<ArrowDownloadRegular />}
          disabledFocusable={busy}
          onClick={() => void run()}
        >
          {t("calendar.download")}
        </Button>
        <TextLink to={`${routePath("dashboard")}#calendar`} className={styles.link}>
          {t("calendar.subscribe")}
        </TextLink>
      </div>
    </section>
  );
}

const useGiveDogStyles = makeStyles({
  line: { display: "flex", flexWrap: "wrap", alignItems: "end", gap: "8px 12px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type GiveDogProps = {
  plan: TrainingPlan;
  dogs: readonly { id: string; name: string }[];
  today: string;
};

/** Gives a plan that was started without a dog one of the user's dogs, or leads to where one is added. */
function GiveDog({ plan, dogs, today }: GiveDogProps) {
  const styles = useGiveDogStyles();
  const { t } = useTranslation("training");
  const [chosen, choose] = useState<string | null>(null);
  const dogId = dogs.find(({ id }) => id === chosen)?.id ?? dogs[0]?.id;
  const { busy, run } = useMutation(async () => {
    if (dogId === undefined) return null;
    const params = { id: plan.id };
    const { error } = await changePlan(setTrainingDog, { params, body: { today, dogId } });
    return error;
  });
  if (dogId === undefined) {
    return (
      <p className={styles.text}>
        {t("dog.none")} <TextLink to={dogsPath}>{t("dog.add")}</TextLink>
      </p>
    );
  }
  return (
    <div className={styles.line}>
      <DogField dogs={dogs} value={dogId} onChange={choose} />
      <Button size="large" disabledFocusable={busy} onClick={() => void run()}>
        {t("dog.give")}
      </Button>
    </div>
  );
}

const useStyles = makeStyles({
  plan: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "16px" },
  state: { margin: 0, fontWeight: 600 },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
  more: { minWidth: "44px", minHeight: "44px" },
});

/** Says how far the dog has come, and when it continues. */
function PlanState({ plan, today }: { plan: TrainingPlan; today: string }) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { dog, unknownSteps } = plan;
  const reached = useReached(today)(plan);
  return (
    <>
      <p className={styles.state}>
        {dog ? t("choice.withDog", { dog: dog.name, title: reached }) : reached}
      </p>
      {unknownSteps > 0 && <p className={styles.note}>{t("changed", { count: unknownSteps })}</p>}
    </>
  );
}

type FollowedPlanProps = {
  plan: TrainingPlan;
  /** The dogs that the protocol is not followed with; null until they are known. */
  free: readonly { id: string; name: string }[] | null;
  today: string;
  onRestart: () => void;
};

/** A plan on the page of its protocol: how far it is, and what can be done with it. */
export function FollowedPlan({ plan, free, today, onRestart }: FollowedPlanProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { busy, news, undo } = useSteps(plan, today);
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  return (
    <div className={styles.plan}>
      <PlanState plan={plan} today={today} />
      {plan.dog === null && free && <GiveDog {...{ plan, today }} dogs={free} />}
      <div className={styles.actions}>
        <ButtonLink to={routePath("dashboard")} look="accent">
          {t("toToday")}
        </ButtonLink>
        <Button
          size="large"
          className={styles.button}
          icon={<CalendarRegular />}
          aria-expanded={isCalendarOpen}
          onClick={() => setCalendarOpen(!isCalendarOpen)}
        >
          {t("calendar.title")}
        </Button>
        {plan.steps.length > 0 && (
          <Button
            size="large"
            className={styles.button}
            icon={<ArrowUndoRegular />}
            disabledFocusable={busy}
            onClick={undo}
          >
            {t("undoLast")}
          </Button>
        )}
        <StopButton id={plan.id} label={t("stop.action")} />
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
              <MenuItem onClick={onRestart}>{t("restart.action")}</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      </div>
      <StepNewsLine news={news} busy={busy} onUndo={undo} />
      {isCalendarOpen && <CalendarSection plan={plan} today={today} />}
    </div>
  );
}
