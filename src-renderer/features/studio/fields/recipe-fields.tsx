import { Button, Field, makeStyles, Textarea } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ingredientSchema } from "#shared/api/kind-fields.ts";
import type { Language } from "#shared/languages.ts";
import { focusOnMount } from "#renderer/components/keep-focus.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import {
  ChoiceInput,
  FieldGroup,
  FieldRow,
  isFields,
  LineInput,
  NumberInput,
  ProblemText,
  rowsOf,
  withField,
  type Fields,
} from "./field.tsx";
import { ingredientRows } from "./ingredient-lines.ts";
import { RowList } from "./row-list.tsx";

const unitNames = ingredientSchema.shape.unit.options;

const useStyles = makeStyles({
  ingredient: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr)",
    gap: "8px",
    "> :last-child": { gridColumn: "1 / -1" },
  },
  paste: { display: "grid", gap: "8px" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** A pasted list, of which rows are made. */
function PasteList({ onRows, onClose }: { onRows: (rows: Fields[]) => void; onClose: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation(["studio", "common"]);
  const [text, setText] = useState("");
  return (
    <div className={styles.paste}>
      <Field label={t("recipe.pasted")} hint={t("recipe.pastedHint")}>
        <Textarea
          rows={6}
          value={text}
          ref={focusOnMount}
          onChange={(_, { value }) => setText(value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button onClick={() => onRows(ingredientRows(text))}>{t("recipe.addPasted")}</Button>
        <Button onClick={onClose}>{t("common:cancel")}</Button>
      </div>
    </div>
  );
}

type FrontProps = {
  language: Language;
  front: Fields;
  onChange: (name: string, value: unknown) => void;
};

type IngredientProps = {
  place: string;
  row: Fields;
  onChange: (name: string, value: unknown) => void;
};

function Ingredient({ place, row, onChange }: IngredientProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const isUnclear =
    row["name"] !== undefined && (typeof row["quantity"] !== "number" || row["unit"] === undefined);
  return (
    <div className={styles.ingredient}>
      <NumberInput
        place={`${place}.quantity`}
        label={t("recipe.quantity")}
        value={row["quantity"]}
        onChange={(value) => onChange("quantity", value)}
      />
      <ChoiceInput
        place={`${place}.unit`}
        label={t("recipe.unit")}
        value={row["unit"]}
        options={unitNames.map((unit) => [unit, t(`recipe.units.${unit}`)])}
        onChange={(value) => onChange("unit", value)}
      />
      <div>
        <LineInput
          place={`${place}.name`}
          label={t("recipe.name")}
          value={row["name"]}
          onChange={(value) => onChange("name", value)}
        />
        {isUnclear && <ProblemText>{t("recipe.unclear")}</ProblemText>}
      </div>
    </div>
  );
}

/** The ingredients of a recipe in one language. */
export function Ingredients({ language, front, onChange }: FrontProps) {
  const { t } = useTranslation("studio");
  const [isPasting, setPasting] = useState(false);
  const rows = rowsOf(front["ingredients"]);
  const place = `${language}.ingredients`;
  const change = (next: readonly Fields[]) => onChange("ingredients", next);
  return (
    <FieldGroup place={place} title={t("recipe.ingredients")}>
      <RowList
        label={t("recipe.ingredients")}
        rows={rows}
        onChange={change}
        nameOf={(at) => t("recipe.ingredient", { number: at + 1 })}
        addText={t("recipe.addIngredient")}
        create={() => ({ unit: "g" })}
        more={!isPasting && <Button onClick={() => setPasting(true)}>{t("recipe.paste")}</Button>}
      >
        {(row, at, changeRow) => (
          <Ingredient place={`${place}.${at}`} row={row} onChange={changeRow} />
        )}
      </RowList>
      {isPasting && (
        <PasteList
          onRows={(added) => {
            change([...rows, ...added]);
            setPasting(false);
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </FieldGroup>
  );
}

/** Form of the tin: none, a rectangle, a circle. */
const shapeOf = (tin: unknown) =>
  !isFields(tin) ? "" : "diameter" in tin ? "round" : "rectangular";

/** The tin of a recipe and how much of it a dog may have; the same in both languages. */
export function TinAndFeeding({ language, front, onChange }: FrontProps) {
  const { t } = useTranslation("studio");
  const { tin, feeding } = front;
  const shape = shapeOf(tin);
  const tinFields = isFields(tin) ? tin : {};
  const fed = isFields(feeding) ? feeding : {};
  const sizes = shape === "round" ? (["diameter"] as const) : (["length", "width"] as const);
  const feed = (name: string) => (value: unknown) => {
    const next = withField(fed, name, value);
    onChange("feeding", Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <>
      <FieldGroup place={`${language}.tin`} title={t("recipe.tin")}>
        <FieldRow>
          <ChoiceInput
            place={`${language}.tin.shape`}
            label={t("recipe.shape")}
            value={shape}
            none={t("recipe.noTin")}
            options={(["rectangular", "round"] as const).map((one) => [
              one,
              t(`recipe.shapes.${one}`),
            ])}
            onChange={(next) =>
              onChange(
                "tin",
                next === undefined
                  ? next
                  : next === "round"
                    ? { diameter: 20 }
                    : { length: 20, width: 20 },
              )
            }
          />
          {shape !== "" &&
            sizes.map((size) => (
              <NumberInput
                key={size}
                place={`${language}.tin.${size}`}
                label={t(`recipe.${size}`)}
                value={tinFields[size]}
                onChange={(value) => onChange("tin", withField(tinFields, size, value))}
              />
            ))}
        </FieldRow>
      </FieldGroup>
      {isPartOn(brand, "portionsByDog") && (
        <FieldGroup place={`${language}.feeding`} title={t("recipe.feeding")}>
          <FieldRow>
            <NumberInput
              place={`${language}.feeding.kcal`}
              label={t("recipe.kcal")}
              value={fed["kcal"]}
              onChange={feed("kcal")}
            />
            <NumberInput
              place={`${language}.feeding.dayShare`}
              label={t("recipe.dayShare")}
              times={100}
              value={fed["dayShare"]}
              onChange={feed("dayShare")}
            />
            <NumberInput
              place={`${language}.feeding.daysAWeek`}
              label={t("recipe.daysAWeek")}
              value={fed["daysAWeek"]}
              onChange={feed("daysAWeek")}
            />
          </FieldRow>
        </FieldGroup>
      )}
    </>
  );
}
