import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { Ticks } from "../ticks.ts";
import { useTickStyles } from "../tick-styles.ts";
import type { Ingredient } from "./measure.ts";

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyleType: "none",
    [media.print]: { columnCount: 2, columnGap: "24px", fontSize: "10pt", lineHeight: "1.35" },
  },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, breakInside: "avoid" },
  label: {
    display: "grid",
    gridTemplateColumns: "24px minmax(80px, 0.6fr) minmax(0, 1fr)",
    gap: "12px",
    padding: "10px 0",
    cursor: "pointer",
    [media.print]: { padding: "3px 0", gap: "8px" },
  },
  quantity: { fontWeight: 600, fontVariantNumeric: "tabular-nums" },
});

type IngredientListProps = {
  ingredients: readonly Ingredient[];
  /** Writes how much of an ingredient is needed. */
  amount: (ingredient: Ingredient) => string;
  ticks: Ticks;
};

/** The ingredients with their amounts, each with a box to tick it off. */
export function IngredientList({ ingredients, amount, ticks }: IngredientListProps) {
  const styles = useStyles();
  const tick = useTickStyles();
  return (
    <ul className={styles.list}>
      {ingredients.map((ingredient, at) => {
        const isDone = ticks.isDone("ingredient", at);
        return (
          <li key={ingredient.name} className={styles.item}>
            <label className={mergeClasses(styles.label, isDone && tick.done)}>
              <input
                type="checkbox"
                className={tick.box}
                checked={isDone}
                onChange={() => ticks.toggle("ingredient", at)}
              />
              <span className={styles.quantity}>{amount(ingredient)}</span>
              <span>{ingredient.name}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
