import {
  Button,
  makeStyles,
  mergeClasses,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { useCopy } from "#renderer/components/use-copy.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { type EntryView, FactList } from "#renderer/features/reading/index.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { ByDog } from "./adjust/by-dog.tsx";
import { ByTin } from "./adjust/by-tin.tsx";
import { IngredientList } from "./amounts/ingredient-list.tsx";
import { Portions } from "./amounts/portions.tsx";
import { type Scale, useAmounts, useScale } from "./amounts/use-scale.ts";
import { stepsOf } from "./cook/steps.ts";
import { Method } from "./method.tsx";
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

const useActionsStyles = makeStyles({
  root: { display: "grid", justifyItems: "start", gap: "8px", [media.print]: { display: "none" } },
  button: { minHeight: "44px" },
  note: { margin: 0, ":empty": { display: "none" } },
});

type ActionsProps = {
  text: () => string;
  onPrintList: () => void;
  ticks: Ticks;
};

/** A menu that prints the recipe or its ingredients, copies these as a shopping list, and unticks everything. */
function Actions({ text, onPrintList, ticks }: ActionsProps) {
  const styles = useActionsStyles();
  const { t } = useTranslation(["recipe", "library"]);
  const { outcome, copy } = useCopy();
  const [isUnticked, setUnticked] = useState(false);
  return (
    <div className={styles.root}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <MenuButton className={styles.button}>{t("actions")}</MenuButton>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => window.print()}>{t("library:print")}</MenuItem>
            <MenuItem onClick={onPrintList}>{t("printList")}</MenuItem>
            <MenuItem
              onClick={() => {
                setUnticked(false);
                void copy(text());
              }}
            >
              {t("copyList")}
            </MenuItem>
            <MenuItem
              disabled={!ticks.hasAny}
              onClick={() => {
                ticks.clear();
                setUnticked(true);
              }}
            >
              {t("untick")}
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <p role="status" className={styles.note}>
        {isUnticked ? t("unticked") : outcome && t(outcome)}
      </p>
    </div>
  );
}

const useStyles = makeStyles({
  open: { justifySelf: "stretch", minHeight: "44px", [media.print]: { display: "none" } },
  heading: { [media.print]: { fontSize: "12pt", lineHeight: "1.25" } },
  note: { margin: 0, fontSize: "15px", lineHeight: "22px" },
  unprinted: { [media.print]: { display: "none" } },
});

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
        <Heading level={2} size="small" id="ingredients" className={styles.heading}>
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
        <Actions text={listText} onPrintList={list.print} ticks={ticks} />
      </section>
      <div
        lang={language}
        className={mergeClasses(layout.method, list.isPrinting && styles.unprinted)}
      >
        <Method body={body} steps={steps} ticks={ticks} />
      </div>
    </div>
  );
};

export default RecipeView;
