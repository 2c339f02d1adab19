import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/formats.ts";
import { tokens } from "../../../theme/tokens.ts";
import { scaleQuantity, type Ingredient } from "./scale-quantity.ts";

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "minmax(104px, auto) minmax(0, 1fr)",
    gap: "16px",
    padding: "10px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  quantity: { fontWeight: 600, fontVariantNumeric: "tabular-nums" },
});

type IngredientListProps = {
  ingredients: readonly Ingredient[];
  /** The recipe's own number of servings, and the chosen one. */
  scale: { from: number; to: number };
};

/** The ingredients, scaled to the chosen number of servings. */
export function IngredientList({ ingredients, scale }: IngredientListProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const formats = useFormats();
  const amountOf = (ingredient: Ingredient) => {
    const count = scaleQuantity(ingredient, scale);
    return t(`unit.${ingredient.unit}`, { count, quantity: formats.number(count) });
  };
  return (
    <ul className={styles.list}>
      {ingredients.map((ingredient) => (
        <li key={ingredient.name} className={styles.item}>
          <span className={styles.quantity}>{amountOf(ingredient)}</span>
          <span>{ingredient.name}</span>
        </li>
      ))}
    </ul>
  );
}
