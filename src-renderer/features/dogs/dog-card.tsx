import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { changeDog, deleteDog, heightClassOfDog, type Dog } from "#shared/api/dogs.ts";
import { call } from "#renderer/api-client/client.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { HeightClassArt } from "./height-class/height-class-art.tsx";
import { focusReplacement, focusOnMount } from "#renderer/components/keep-focus.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { countTrainingOfDog } from "#shared/api/training.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ageInMonths } from "#shared/growth.ts";
import { DeleteButton } from "./delete-button.tsx";
import { DogForm } from "./dog-form.tsx";
import { reloadDogs } from "./reload-dogs.ts";
import { HeightHistory } from "./height-history.tsx";
import { MeasureForm } from "./measure-form.tsx";
import { today } from "./form-values.ts";

/** Older dogs have their age given in years. */
const yearsFromMonths = 24;

const useStyles = makeStyles({
  facts: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    gap: "4px 16px",
    margin: 0,
  },
  term: { color: tokens.colorNeutralForeground2 },
  value: { margin: 0 },
});

/** Returns a dog's age as a text: "7 months", "3 years". */
function useAge() {
  const { t } = useTranslation("dogs");
  return (bornOn: string) => {
    const months = ageInMonths(bornOn, today());
    return months < yearsFromMonths
      ? t("age.months", { count: months })
      : t("age.years", { count: Math.floor(months / 12) });
  };
}

/** What is known of a dog besides its heights: birth date, discipline, weight. */
function DogFacts({ dog }: { dog: Dog }) {
  const styles = useStyles();
  const { t } = useTranslation("dogs");
  const { calendarDate, number } = useFormats();
  const age = useAge();
  const { bornOn, discipline, weightKg, weighedOn } = dog;
  const facts = [
    bornOn && [t("form.bornOn"), t("born", { on: calendarDate(bornOn), age: age(bornOn) })],
    discipline && [t("discipline"), t(`disciplines.${discipline}`)],
    weightKg !== null &&
      weighedOn && [
        t("weight"),
        t("weighed", { weight: number(weightKg), on: calendarDate(weighedOn) }),
      ],
  ].filter((fact) => Array.isArray(fact));
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term} style={{ display: "contents" }}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Names the data deleted with a dog: its measurements, and the protocols followed with it. */
function DeletionText({ dog: { id, name, heights } }: { dog: Dog }) {
  const { t } = useTranslation("dogs");
  const input = { params: { id }, silent: true };
  const { data, isError } = useApiQuery(countTrainingOfDog, input, { staleTime: 0 });
  const count = data?.plans ?? 0;
  return (
    <>
      <p>
        {heights.length === 0
          ? t("delete.unmeasured", { name })
          : t("delete.text", { name, count: heights.length })}
      </p>
      <div aria-live="polite">
        {count > 0 && <p>{t("delete.plans", { name, count })}</p>}
        {!data && isError && <p>{t("delete.plansUnknown", { name })}</p>}
      </div>
    </>
  );
}

export const useCardStyles = makeStyles({
  card: {
    display: "grid",
    gap: "20px",
    alignContent: "start",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "20px 16px" },
  },
  head: { display: "flex", gap: "20px", alignItems: "center" },
  picture: {
    display: "grid",
    placeItems: "center",
    flexShrink: 0,
    width: "96px",
    height: "80px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    lineHeight: 0,
  },
  name: { overflowWrap: "anywhere" },
  class: { margin: "4px 0 0", color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px" },
});

/** What was done last with a dog, for the sentence that confirms it. */
export type DogDone = { what: "changed" | "measured" | "removed" | "deleted"; dog: Dog };

type DogCardProps = {
  dog: Dog;
  onDone: (done: DogDone) => void;
  /** Called with 1 when a form of the dog opens, and with -1 when it closes. Must not change. */
  onForm: (by: 1 | -1) => void;
};
type Mode = "edit" | "measure" | null;

/** The drawing of the dog's class, its name, and its class with the latest height. */
function DogHead({ dog, heading }: { dog: Dog; heading: Ref<HTMLHeadingElement> }) {
  const styles = useCardStyles();
  const { t } = useTranslation(["dogs", "height-class"]);
  const { number } = useFormats();
  const hasClasses = isPartOn(brand, "heightClasses");
  const heightClass = hasClasses ? heightClassOfDog(dog) : null;
  const [latest] = dog.heights;
  const height = latest && t("cm", { height: number(latest.heightCm) });
  const withClass = () =>
    heightClass
      ? t("classAt", { class: t(`height-class:names.${heightClass}`), height })
      : t("noClass");
  return (
    <div className={styles.head}>
      <div className={styles.picture}>
        {heightClass ? (
          <HeightClassArt heightClass={heightClass} scale={1.4} />
        ) : (
          <MotifArt motif="measuring-stand" size={56} />
        )}
      </div>
      <div>
        <Heading level={2} size="small" ref={heading} id={`dog-${dog.id}`} className={styles.name}>
          {dog.name}
        </Heading>
        <p className={styles.class}>{hasClasses ? withClass() : height}</p>
      </div>
    </div>
  );
}

type ActionsProps = Omit<DogCardProps, "onForm"> & { onMode: (mode: Mode) => void; lastMode: Mode };

/** The buttons of a dog. The one whose form was just closed gets the focus back. */
function DogActions({ dog, onDone, onMode, lastMode }: ActionsProps) {
  const styles = useCardStyles();
  const { t } = useTranslation("dogs");
  const { name, heights } = dog;
  const button = (mode: Mode) => ({
    size: "large" as const,
    onClick: () => onMode(mode),
    ...(mode === lastMode && { ref: focusOnMount }),
  });
  const of = (action: string) => t("of", { action, name });
  const measure = t(heights.length === 0 ? "measure.first" : "measure.again");
  return (
    <div className={styles.actions}>
      <Button {...button("measure")} aria-label={of(measure)}>
        {measure}
      </Button>
      <Button {...button("edit")} aria-label={of(t("edit.open"))}>
        {t("edit.open")}
      </Button>
      <DeleteButton
        label={t("delete.open")}
        of={of(t("delete.open"))}
        question={t("delete.question", { name })}
        action={t("delete.submit")}
        onDelete={() => call(deleteDog, { params: { id: dog.id } })}
        onDeleted={() => onDone({ what: "deleted", dog })}
      >
        <DeletionText dog={dog} />
      </DeleteButton>
    </div>
  );
}

/** A dog with its class, its details and history, and the forms that change them. */
export function DogCard({ dog, onDone, onForm }: DogCardProps) {
  const styles = useCardStyles();
  const [{ mode, lastMode }, setMode] = useState<{ mode: Mode; lastMode: Mode }>({
    mode: null,
    lastMode: null,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const hasForm = mode !== null;
  useEffect(() => {
    if (!hasForm) return undefined;
    onForm(1);
    return () => onForm(-1);
  }, [hasForm, onForm]);
  const open = (next: Mode) => setMode({ mode: next, lastMode: mode });
  const finish = (what: DogDone["what"], changed: Dog) => {
    open(null);
    onDone({ what, dog: changed });
  };
  const removed = () => {
    onDone({ what: "removed", dog });
    // The focused button has gone.
    focusReplacement(heading.current);
  };
  return (
    <article aria-labelledby={`dog-${dog.id}`} className={styles.card}>
      <DogHead dog={dog} heading={heading} />
      {mode === "edit" ? (
        <DogForm
          dog={dog}
          onCancel={() => open(null)}
          onSave={async ({ name, bornOn, discipline, weightKg, weighedOn }) => {
            const body = { name, bornOn, discipline, weightKg, weighedOn };
            const { data, error } = await call(changeDog, { params: { id: dog.id }, body });
            if (error) return error;
            await reloadDogs();
            finish("changed", data);
            return null;
          }}
        />
      ) : (
        <DogFacts dog={dog} />
      )}
      {mode === "measure" && (
        <MeasureForm
          dog={dog}
          onMeasured={(measured) => finish("measured", measured)}
          onCancel={() => open(null)}
        />
      )}
      {dog.heights.length > 0 && <HeightHistory dog={dog} onDeleted={removed} />}
      {mode === null && <DogActions dog={dog} onDone={onDone} onMode={open} lastMode={lastMode} />}
    </article>
  );
}
