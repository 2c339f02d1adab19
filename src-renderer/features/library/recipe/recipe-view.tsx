import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Heading } from "../../../components/heading.tsx";
import { Markdown } from "../../../components/markdown.tsx";
import { Skeleton, SkeletonItem } from "../../../components/skeleton.tsx";
import { LoadingLines, LoadingText } from "../../../components/states.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { FactList } from "../entry/fact-list.tsx";
import { PrintButton } from "../entry/print.tsx";
import type { EntryView } from "../kinds.ts";
import { IngredientList } from "./ingredient-list.tsx";
import { ServingsStepper } from "./servings-stepper.tsx";

const useStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 360px) minmax(0, 66ch)",
    alignItems: "start",
    gap: "32px 64px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 680px)" },
    [media.print]: { display: "block" },
  },
  aside: {
    position: "sticky",
    top: "84px",
    display: "grid",
    gap: "20px",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.belowTablet]: { position: "static" },
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { position: "static", padding: "0 0 16px" },
  },
  heading: { width: "60%" },
});

/** Placeholder for a recipe while it loads. */
export function RecipeSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>
        <Skeleton aria-hidden>
          <SkeletonItem size={48} />
        </Skeleton>
        <Skeleton aria-hidden>
          <SkeletonItem size={28} className={styles.heading} />
        </Skeleton>
        <LoadingLines lines={9} />
      </div>
      <LoadingText />
    </div>
  );
}

/** A recipe: times, ingredients scaled to the chosen servings, and the method. */
export const RecipeView: EntryView = ({ entry }) => {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const formats = useFormats();
  const { prepMinutes = 0, cookMinutes = 0, servings = 1 } = entry.recipe ?? {};
  const [wanted, setWanted] = useState(servings);
  const minutes = (count: number) => t("minutesShort", { minutes: formats.number(count) });
  return (
    <div className={styles.columns}>
      <section className={styles.aside} aria-labelledby="ingredients">
        <FactList
          facts={[
            [t("recipe.prep"), minutes(prepMinutes)],
            [t("recipe.cook"), minutes(cookMinutes)],
            [t("recipe.total"), minutes(prepMinutes + cookMinutes)],
          ]}
        />
        <Heading level={2} size="small" id="ingredients">
          {t("recipe.ingredients")}
        </Heading>
        <ServingsStepper servings={wanted} onChange={setWanted} />
        <div lang={entry.language}>
          <IngredientList
            ingredients={entry.ingredients ?? []}
            scale={{ from: servings, to: wanted }}
          />
        </div>
        <PrintButton />
      </section>
      <div lang={entry.language}>
        <Markdown>{entry.body}</Markdown>
      </div>
    </div>
  );
};
