import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { MotifName } from "../../../resources/art/motifs.ts";
import type { HeightClass } from "../../../src-shared/height-class.ts";
import { MotifArt } from "../../components/cover-art/motif-art.tsx";
import { tokens } from "../../theme/tokens.ts";
import { useHeightBands } from "./height-bands.ts";

const silhouettes: Record<HeightClass, MotifName> = {
  extraSmall: "dog-extra-small",
  small: "dog-small",
  medium: "dog-medium",
  intermediate: "dog-intermediate",
  large: "dog-large",
};

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse" },
  head: {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
  },
  row: { borderLeft: "4px solid transparent" },
  found: { backgroundColor: tokens.colorBand, borderLeftColor: tokens.colorAccent },
  cell: { padding: "6px 8px", textAlign: "left", fontWeight: 400 },
  name: { fontWeight: 600 },
  picture: { width: "72px", lineHeight: 0 },
  band: { textAlign: "right", color: tokens.colorNeutralForeground2 },
});

/** All height classes, the dog's own marked. */
export function HeightTable({ found }: { found: HeightClass | null }) {
  const styles = useStyles();
  const { t } = useTranslation("height-class");
  const bands = useHeightBands();
  return (
    <table className={styles.table}>
      <caption className={styles.head}>{t("caption")}</caption>
      <thead className={styles.head}>
        <tr>
          <td />
          <th scope="col">{t("class")}</th>
          <th scope="col">{t("range")}</th>
        </tr>
      </thead>
      <tbody>
        {bands.map(({ id, name, band }, i) => (
          <tr
            key={id}
            className={mergeClasses(styles.row, id === found && styles.found)}
            {...(id === found && { "aria-current": true })}
          >
            <td className={mergeClasses(styles.cell, styles.picture)}>
              <MotifArt motif={silhouettes[id]} size={30 + i * 5} />
            </td>
            <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
              {name}
            </th>
            <td className={mergeClasses(styles.cell, styles.band)}>{band}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
