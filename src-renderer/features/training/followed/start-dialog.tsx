import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Dog, heightClassOfDog } from "#shared/api/dogs.ts";
import { restartTraining, type TrainingPlan } from "#shared/api/training.ts";
import { spreadWeekdays } from "#shared/training.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { ageInMonths, grownAtOf, grownRange, isGrown } from "#shared/growth.ts";
import { dogsPath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { changePlan, isStale, startPlan } from "../plan-changes.ts";
import { DogField, StartDayField, WeekdaysField } from "./start-fields.tsx";

type GrowthNoteProps = {
  /** Missing for a member who has added no dog. */
  dog: Dog | undefined;
  today: string;
};

/** Warns that a dog may be too young to jump and weave; nothing for a dog that is grown. */
export function GrowthNote({ dog, today }: GrowthNoteProps) {
  const { t } = useTranslation("library-more");
  const hasClasses = isPartOn(brand, "heightClasses");
  if (!isPartOn(brand, "dogs")) return null;
  if (!dog) {
    return (
      <Notice intent="warning">
        {t(hasClasses ? "dogUnknown" : "dogUnknownPlain", grownRange)}{" "}
        <TextLink to={dogsPath}>{t("addDog")}</TextLink>
      </Notice>
    );
  }
  const { name, bornOn } = dog;
  const heightClass = heightClassOfDog(dog);
  const months = bornOn === null ? null : ageInMonths(bornOn, today);
  if (isGrown(heightClass, months) === true) return null;
  const text =
    months === null
      ? t(hasClasses ? "ageUnknown" : "ageUnknownPlain", { name, ...grownRange })
      : t("tooYoung", { name, count: months, grownAt: grownAtOf(heightClass) });
  return <Notice intent="warning">{text}</Notice>;
}

const useStyles = makeStyles({ fields: { display: "grid", gap: "20px" }, text: { margin: 0 } });

type StartDialogProps = {
  slug: string;
  /** Sessions in the first week, which decide how many training days are proposed. */
  perWeek: number;
  dogs: readonly Dog[];
  /** Whether the protocol jumps or weaves. */
  highImpact: boolean;
  /** The plan to begin again; none to follow a protocol anew. */
  restarts?: TrainingPlan;
  today: string;
  onClose: () => void;
  /** Closes it as well: another window or device was earlier, so that nothing was begun again. */
  onStale: () => void;
};

/** Returns the values of the dialog's fields, and what they lack once they were submitted. */
function useStartFields({ perWeek, dogs, restarts, today }: StartDialogProps) {
  const { t } = useTranslation("training");
  const [startedOn, setStartedOn] = useState(today);
  const [ticked, setTicked] = useState<number[] | null>(restarts?.weekdays ?? null);
  const [chosenDog, setDog] = useState<string | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const weekdays = ticked ?? spreadWeekdays(startedOn || today, perWeek);
  return {
    values: { startedOn, weekdays, dogId: chosenDog ?? dogs[0]?.id ?? null },
    isValid: startedOn !== "" && weekdays.length > 0,
    dayError: isSubmitted && startedOn === "" ? t("begin.dayMissing") : null,
    weekdaysError: isSubmitted && weekdays.length === 0 ? t("begin.weekdaysMissing") : null,
    setStartedOn,
    setTicked,
    setDog,
    submit: () => setSubmitted(true),
  };
}

/** Says why a protocol was not started. */
function StartFailure({ failure }: { failure: ApiFailure }) {
  const { t } = useTranslation(["training", "common"]);
  const words: Record<string, string> = {
    conflict: t(isPartOn(brand, "dogs") ? "begin.failed.conflict" : "begin.failed.conflictPlain"),
    "limit-reached": t("begin.failed.full"),
    offline: t("common:failed.offline"),
    timeout: t("common:failed.timeout"),
  };
  const text = words[failure.code ?? failure.kind] ?? t("common:failed.text");
  return <Notice intent="error">{text}</Notice>;
}

/** Asks for the first day, the dog and the training days, and starts a protocol, or begins it again. */
export function StartDialog(props: StartDialogProps) {
  const { slug, dogs, highImpact, restarts, today, onClose, onStale } = props;
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { values, isValid, dayError, weekdaysError, ...fields } = useStartFields(props);
  const { startedOn, weekdays, dogId } = values;
  const dog = dogs.find(({ id }) => id === (restarts ? restarts.dog?.id : dogId));
  const { busy, failure, run } = useMutation(async () => {
    const body = { today, startedOn, weekdays };
    const params = { id: restarts?.id ?? "" };
    const error = restarts
      ? (
          await changePlan(restartTraining, {
            params,
            body: { ...body, revision: restarts.revision },
          })
        ).error
      : await startPlan({ ...body, slug, dogId });
    if (!error) onClose();
    if (!restarts || !error || !isStale(error)) return error;
    onStale();
    return null;
  });
  const confirm = () => {
    fields.submit();
    if (isValid) void run();
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={restarts ? t("restart.question") : t("begin.title")}
      action={restarts ? t("restart.action") : t("begin.action")}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {restarts && <p className={styles.text}>{t("restart.text")}</p>}
        {!restarts && dogId !== null && (
          <DogField dogs={dogs} value={dogId} onChange={fields.setDog} />
        )}
        {highImpact && <GrowthNote dog={dog} today={today} />}
        <StartDayField value={startedOn} error={dayError} onChange={fields.setStartedOn} />
        <WeekdaysField ticked={weekdays} error={weekdaysError} onChange={fields.setTicked} />
        {failure && <StartFailure failure={failure} />}
      </div>
    </ConfirmDialog>
  );
}
