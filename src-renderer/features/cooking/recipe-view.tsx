import { makeStyles, Button } from "@fluentui/react-components";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { useCopy } from "#renderer/components/use-copy.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { useStepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import {
  type EntryView,
  FactList,
  PrintButton,
  useShelfEntry,
} from "#renderer/features/reading/index.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { ByDog } from "./adjust/by-dog.tsx";
import { ByTin } from "./adjust/by-tin.tsx";
import { IngredientList } from "./amounts/ingredient-list.tsx";
import { Portions } from "./amounts/portions.tsx";
import { type Scale, useAmounts, useScale } from "./amounts/use-scale.ts";
import { stepAtPosition, stepInAddress } from "./cook/step-position.ts";
import { stepsOf, type Step } from "./cook/steps.ts";
import { Method } from "./method.tsx";
import { CookMode } from "./cook/cook-mode.tsx";
import { useRecipeStyles } from "./recipe-skeleton.tsx";
import { useTicks, type Ticks } from "./ticks.ts";

const useAdjustPanelStyles = makeStyles({
  root: {
    display: "grid",
    gap: "32px",
    padding: "16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    [media.print]: { display: "none" },
  },
});

type AdjustPanelProps = {
  entry: Entry;
  servings: number;
  scale: Scale;
};

/** Scales a recipe for a dog, and for a tin if the recipe names one. */
export function AdjustPanel({ entry, servings, scale }: AdjustPanelProps) {
  const styles = useAdjustPanelStyles();
  const { t } = useTranslation("cooking");
  const { portions: portionsText } = useAmounts(scale);
  const [announced, setAnnounced] = useState("");
  const choose = (portions: number) => {
    scale.setPortions(portions);
    setAnnounced(t("adjust.isSet", { portions: portionsText(portions) }));
  };
  const common = { servings, portionsText, onChoose: choose };
  return (
    <div className={styles.root}>
      {isPartOn(brand, "portionsByDog") && <ByDog {...common} feeding={entry.feeding} />}
      {entry.tin && <ByTin {...common} tin={entry.tin} />}
      <LiveText>{announced}</LiveText>
    </div>
  );
}

const useShoppingListStyles = makeStyles({
  root: { display: "grid", gap: "8px", [media.print]: { display: "none" } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
  button: { minHeight: "44px" },
  note: { margin: 0, minHeight: "24px" },
});

type ShoppingListProps = {
  text: () => string;
  onPrint: () => void;
  ticks: Ticks;
};

/** Buttons that copy the ingredients as a shopping list, print them without the method, and untick everything. */
function ShoppingList({ text, onPrint, ticks }: ShoppingListProps) {
  const styles = useShoppingListStyles();
  const { t } = useTranslation("recipe");
  const { outcome, copy } = useCopy();
  const [isUnticked, setUnticked] = useState(false);
  return (
    <div className={styles.root}>
      <div className={styles.buttons}>
        <Button
          className={styles.button}
          onClick={() => {
            setUnticked(false);
            void copy(text());
          }}
        >
          {t("copyList")}
        </Button>
        <Button className={styles.button} onClick={onPrint}>
          {t("printList")}
        </Button>
        <Button
          className={styles.button}
          disabledFocusable={!ticks.hasAny}
          onClick={() => {
            ticks.clear();
            setUnticked(true);
          }}
        >
          {t("untick")}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {isUnticked ? t("unticked") : outcome && t(outcome)}
      </p>
    </div>
  );
}

const useStyles = makeStyles({
  open: { justifySelf: "stretch", minHeight: "44px", [media.print]: { display: "none" } },
  note: { margin: 0, fontSize: "15px", lineHeight: "22px" },
  unprinted: { [media.print]: { display: "none" } },
});

type CookingProps = {
  entry: Entry;
  steps: readonly Step[];
  ticks: Ticks;
  amount: ReturnType<typeof useAmounts>["amount"];
  /** Whether the step is kept as the member's place in the recipe, on all devices. */
  storesPosition: boolean;
};

/** The button of the cook mode, and the cook mode while the address says that it is open. */
function Cooking({ storesPosition, ...cooking }: CookingProps) {
  const { entry, steps, ticks } = cooking;
  const styles = useStyles();
  const { t } = useTranslation("recipe");
  const address = useStepAddress("cook", steps.length, {
    read: (text) => stepInAddress(steps, text),
  });
  const first = steps.findIndex((_, at) => !ticks.isDone("step", at));
  // A recipe that was ticked off completely is cooked anew.
  const ticked = first > 0 ? first + 1 : 0;
  const { data } = useShelfEntry(entry, { enabled: storesPosition });
  // The last position on any device.
  const page = stepAtPosition(steps, data?.place ?? null) ?? ticked;
  if (steps.length === 0) return null;
  return (
    <>
      <Button
        className={styles.open}
        appearance="primary"
        size="large"
        onClick={() => address.open(page)}
      >
        {page > 0 ? t("continue", { number: page }) : t("start")}
      </Button>
      {address.at !== null && (
        <CookMode {...cooking} address={address} storesPosition={storesPosition} />
      )}
    </>
  );
}

function Times({ recipe }: Pick<Entry, "recipe">) {
  const { t } = useTranslation(["recipe", "library"]);
  const { number } = useFormats();
  const { prepMinutes = 0, cookMinutes = 0 } = recipe ?? {};
  const minutes = (count: number) => t("library:minutesShort", { minutes: number(count) });
  return (
    <FactList
      facts={[
        [t("prep"), minutes(prepMinutes)],
        [t("cook"), minutes(cookMinutes)],
        [t("total"), minutes(prepMinutes + cookMinutes)],
      ]}
    />
  );
}

/** Returns a function that prints the ingredients only, and whether it does. */
function usePrintList() {
  const [isPrinting, setPrinting] = useState(false);
  const print = () => {
    flushSync(() => setPrinting(true));
    window.addEventListener("afterprint", () => setPrinting(false), { once: true });
    window.print();
  };
  return { isPrinting, print };
}

/** Returns the key of the words for what a recipe can be scaled to besides portions; null for nothing. */
function adjustmentsOf({ tin }: Entry) {
  if (!isPartOn(brand, "portionsByDog")) return tin ? "adjustTin" : null;
  return tin ? "adjustBoth" : "adjustDog";
}

/** A recipe: times, ingredients scaled to the chosen portions, and the method. */
const RecipeView: EntryView = ({ entry, setting }) => {
  const layout = useRecipeStyles();
  const styles = useStyles();
  const { t } = useTranslation("recipe");
  const { body, ingredients = [], language, recipe } = entry;
  const { servings = 1 } = recipe ?? {};
  const scale = useScale(servings);
  const amounts = useAmounts(scale);
  const steps = useMemo(() => stepsOf(body), [body]);
  const ticks = useTicks(entry, steps.length, setting);
  // A list for a dog links to its recipes with the dog, for which they are scaled.
  const { params } = useAddressParams();
  const adjusts = adjustmentsOf(entry);
  const [isAdjusting, setAdjusting] = useState(params.has("dog"));
  const list = usePrintList();
  const listText = () =>
    [
      `${entry.title} (${amounts.portions(scale.portions)})`,
      ...ingredients.map((each) => `${amounts.amount(each)} ${each.name}`),
    ].join("\n");
  return (
    <div className={layout.columns}>
      <section className={layout.aside} aria-labelledby="ingredients">
        <Times recipe={recipe} />
        {setting !== "review" && setting !== "draft" && (
          <Cooking
            entry={entry}
            steps={steps}
            ticks={ticks}
            amount={amounts.amount}
            storesPosition={setting === "library"}
          />
        )}
        <Heading level={2} size="small" id="ingredients">
          {t("ingredients")}
        </Heading>
        <Portions servings={servings} scale={scale} portionsText={amounts.portions} />
        {adjusts && (
          <Button
            className={styles.open}
            aria-expanded={isAdjusting}
            onClick={() => setAdjusting(!isAdjusting)}
          >
            {t(adjusts)}
          </Button>
        )}
        {adjusts && isAdjusting && <AdjustPanel entry={entry} servings={servings} scale={scale} />}
        <div lang={language}>
          <IngredientList ingredients={ingredients} amount={amounts.amount} ticks={ticks} />
        </div>
        {scale.system === "us" && <p className={styles.note}>{t("cupNote")}</p>}
        <ShoppingList text={listText} onPrint={list.print} ticks={ticks} />
        <PrintButton />
      </section>
      <div lang={language} className={list.isPrinting ? styles.unprinted : undefined}>
        <Method body={body} steps={steps} ticks={ticks} />
      </div>
    </div>
  );
};

export default RecipeView;
