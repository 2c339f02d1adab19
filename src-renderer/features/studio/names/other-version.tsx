import { Button, makeStyles } from "@fluentui/react-components";
import { useWatch, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Notice } from "#renderer/components/notice.tsx";
import { ComparedParts } from "../compare/compare-view.tsx";

const useStyles = makeStyles({
  other: { display: "grid", gap: "16px", minWidth: 0 },
  take: { justifySelf: "start" },
});

type OtherVersionProps<Values extends FieldValues, Sent extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Sent>;
  /** What somebody else saved after the form was opened. */
  theirs: Values;
  /** Labels of the fields. */
  names: Readonly<Record<string, string>>;
  /** Returns the values as they are shown. */
  inWords: (values: Values) => Record<keyof Values, string>;
};

/** Compares a form with the version that somebody else saved while it was open, and that saving would replace. */
export function OtherVersion<Values extends FieldValues, Sent extends FieldValues>({
  form,
  theirs,
  names,
  inWords,
}: OtherVersionProps<Values, Sent>) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const mine = useWatch({ control: form.control }) as Values; // all fields have a value
  const [before, after] = [inWords(theirs), inWords(mine)];
  const fields = Object.keys(names) as Path<Values>[]; // keys of the values
  const parts = fields
    .map((field) => ({ place: field, before: before[field], after: after[field] }))
    .filter((part) => part.before !== part.after);
  const take = () => {
    // The button disappears. A reset form has no fields to focus before it is rendered.
    if (fields[0]) form.setFocus(fields[0]);
    form.reset(theirs);
  };
  if (parts.length === 0) return null;
  return (
    <div className={styles.other}>
      <Notice intent="warning">{t("names.other")}</Notice>
      <ComparedParts parts={parts} nameOf={(field) => names[field] ?? field} level={2} />
      <Button size="large" className={styles.take} onClick={take}>
        {t("conflict.takeTheirs")}
      </Button>
    </div>
  );
}
