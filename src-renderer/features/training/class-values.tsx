import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { ClassValues } from "#shared/api/kind-fields.ts";
import type { TrainingPlan } from "#shared/api/training.ts";
import { heightClassIds } from "#shared/height-class.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";

const useStyles = makeStyles({
  line: { display: "block", margin: "4px 0 0", fontWeight: 600 },
  table: { margin: "8px 0 0", borderCollapse: "collapse", fontSize: "15px", lineHeight: "20px" },
  caption: { textAlign: "left", color: tokens.colorNeutralForeground2 },
  cell: { padding: "4px 24px 4px 0", textAlign: "left", fontWeight: 400, verticalAlign: "top" },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

type ClassTableProps = { title: string; values: readonly ClassValues[] };

function ClassTable({ title, values }: ClassTableProps) {
  const styles = useStyles();
  const { t } = useTranslation(["training", "height-class"]);
  const { number } = useFormats();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t("byClass.caption", { session: title })}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.cell}>
            {t("height-class:class")}
          </th>
          {values.map(({ label }) => (
            <th key={label} scope="col" className={styles.cell}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {heightClassIds.map((id) => (
          <tr key={id} className={styles.row}>
            <th scope="row" className={styles.cell}>
              {t(`height-class:names.${id}`)}
            </th>
            {values.map(({ label, cm }) => (
              <td key={label} className={styles.cell}>
                {t("byClass.cm", { cm: number(cm[id]) })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ClassValuesViewProps = {
  title: string;
  values: readonly ClassValues[] | undefined;
  /** The dog that is trained; without a measured one the values of all classes are shown. */
  dog: TrainingPlan["dog"];
};

/** What depends on the height class in a session: for the dog of the plan, else for each class. */
export function ClassValuesView({ title, values, dog }: ClassValuesViewProps) {
  const styles = useStyles();
  const { t } = useTranslation(["training", "height-class"]);
  const { number } = useFormats();
  if (!values || !isPartOn(brand, "heightClasses")) return null;
  const heightClass = dog?.heightClass;
  if (!dog || !heightClass) return <ClassTable title={title} values={values} />;
  const of = { dog: dog.name, heightClass: t(`height-class:names.${heightClass}`) };
  return values.map(({ label, cm }) => (
    <span key={label} className={styles.line}>
      {t("byClass.ofDog", { label, cm: number(cm[heightClass]), ...of })}
    </span>
  ));
}
