import { Button, makeStyles } from "@fluentui/react-components";
import { TrophyRegular } from "@fluentui/react-icons";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { addDog, dogLimits, heightClassOfDog, listDogs, type Dog } from "#shared/api/dogs.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { isPartOn } from "#shared/parts.ts";
import { routePath } from "#shared/routes.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { HeightClassFinder } from "./height-class/height-class-finder.tsx";
import { brand } from "#renderer/platform/brand.ts";
import { DogCard, useCardStyles, type DogDone } from "./dog-card.tsx";
import { DogForm } from "./dog-form.tsx";
import { reloadDogs } from "./reload-dogs.ts";

const useDogsPlaceholderStyles = makeStyles({
  // Keeps the footer below the window: it would jump when the dogs are shown.
  root: { display: "grid", gap: "24px", alignContent: "start", minHeight: "100vh" },
  lead: { maxWidth: "66ch" },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 480px), 1fr))",
    gap: "24px",
  },
  card: { height: "320px", borderRadius: "16px" },
});

/** Placeholder for the user's dogs while their code or they themselves load. */
function DogsPlaceholder() {
  const styles = useDogsPlaceholderStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.root}>
      <SkeletonItem size={20} className={styles.lead} />
      <div className={styles.list}>
        <SkeletonItem className={styles.card} />
      </div>
    </Skeleton>
  );
}

const useStyles = makeStyles({
  root: { display: "grid", gap: "24px" },
  lead: { margin: 0, maxWidth: "66ch", color: tokens.colorNeutralForeground2 },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 480px), 1fr))",
    gap: "24px",
    alignItems: "start",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  form: { maxWidth: "712px" },
  add: { justifySelf: "start" },
  finder: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "480px",
    marginTop: "16px",
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "16px" },
  },
});

type Done = { what: "added" | DogDone["what"]; dog: Dog };

/** Confirms the last change, and names the class after a measurement. */
function DoneMessage({ done }: { done: Done | null }) {
  const { t } = useTranslation(["dogs", "height-class"]);
  if (!done) return <FormSuccess />;
  const { what, dog } = done;
  const heightClass = isPartOn(brand, "heightClasses") ? heightClassOfDog(dog) : null;
  const tellsClass = what === "added" || what === "measured";
  return (
    <FormSuccess>
      {t(`done.${what}`, { name: dog.name })}
      {tellsClass &&
        heightClass &&
        ` ${t("inClass", { class: t(`height-class:names.${heightClass}`) })}`}
    </FormSuccess>
  );
}

type AddDogProps = { onAdded: (dog: Dog) => void; onCancel: () => void };

function AddDog({ onAdded, onCancel }: AddDogProps) {
  const styles = useStyles();
  const { card } = useCardStyles();
  return (
    <div className={`${card} ${styles.form}`}>
      <DogForm
        dog={null}
        onCancel={onCancel}
        onSave={async (body) => {
          const { data, error } = await call(addDog, { body });
          if (error) return error;
          await reloadDogs();
          onAdded(data);
          return null;
        }}
      />
    </div>
  );
}

/** Focuses the button for another dog once its form was closed, or a dog was deleted. */
function useFocusAfter(times: number): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (times > 0) focusReplacement(button.current);
  }, [times]);
  return button;
}

/** Brings the card of a dog that was just added into view, with the focus on its name. */
function useFocusOnAdded(done: Done | null): void {
  useEffect(() => {
    if (done?.what !== "added") return;
    const name = document.getElementById(`dog-${done.dog.id}`);
    focusReplacement(name, name?.closest("article"));
  }, [done]);
}

/** The user's dogs, the way to their shows, and the height classes: a tab of the dashboard. */
export default function DogsSection() {
  const styles = useStyles();
  const { t } = useTranslation(["dogs", "height-class", "titles"]);
  const hasClasses = isPartOn(brand, "heightClasses");
  const hasShows = useIsActiveMember() && isPartOn(brand, "showDay");
  const dogs = useApiQuery(listDogs, {});
  const [adding, setAdding] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const [returns, setReturns] = useState(0);
  const addButton = useFocusAfter(returns);
  useFocusOnAdded(done);
  const [openForms, setOpenForms] = useState(0);
  const countForms = useCallback((by: 1 | -1) => setOpenForms((count) => count + by), []);
  const openForm = () => {
    setDone(null);
    setAdding(true);
  };
  const closeForm = () => {
    setAdding(false);
    setReturns(returns + 1);
  };
  const report = (next: Done) => {
    setDone(next);
    if (next.what === "deleted") setReturns(returns + 1);
  };
  const open = (
    <Button
      ref={addButton}
      size="large"
      // A form that is open has the main action.
      appearance={openForms > 0 ? "secondary" : "primary"}
      className={styles.add}
      onClick={openForm}
    >
      {t("add.open")}
    </Button>
  );
  return (
    <div className={styles.root}>
      {hasShows && (
        <div className={styles.add}>
          <ButtonLink to={routePath("showDay")} icon={<TrophyRegular />}>
            {t("titles:showDay")}
          </ButtonLink>
        </div>
      )}
      <QueryView query={dogs} loading={<DogsPlaceholder />}>
        {({ items }) => (
          <div className={styles.root}>
            {items.length === 0 && !adding ? (
              <EmptyState
                motif="dog-medium"
                title={t("empty.title")}
                text={t(hasClasses ? "empty.text" : "empty.textPlain")}
                action={open}
              />
            ) : (
              <p className={styles.lead}>{t(hasClasses ? "lead" : "leadPlain")}</p>
            )}
            {items.length > 0 && (
              <ul className={styles.list}>
                {items.map((dog) => (
                  <li key={dog.id}>
                    <DogCard dog={dog} onDone={report} onForm={countForms} />
                  </li>
                ))}
              </ul>
            )}
            {adding && (
              <AddDog
                onAdded={(dog) => {
                  setAdding(false);
                  setDone({ what: "added", dog });
                }}
                onCancel={closeForm}
              />
            )}
            {!adding && items.length > 0 && items.length < dogLimits.dogs && open}
            {items.length >= dogLimits.dogs && <p className={styles.lead}>{t("full")}</p>}
            <DoneMessage done={done} />
            {/* A form that is open asks for the height itself. */}
            {hasClasses && !adding && openForms === 0 && (
              <section aria-labelledby="height-class" className={styles.finder}>
                <Heading level={2} size="small" id="height-class">
                  {t("height-class:title")}
                </Heading>
                <HeightClassFinder />
              </section>
            )}
          </div>
        )}
      </QueryView>
    </div>
  );
}
