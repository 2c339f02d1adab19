import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { type HeightClass, heightClasses } from "#shared/height-class.ts";
import { HeightClassArt } from "./height-class-art.tsx";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** Returns the height classes with their names and bands as texts: "Small", "30.1 to 35 cm". */
export function useHeightBands() {
  const { t } = useTranslation("height-class");
  const { number } = useFormats();
  return heightClasses.map(({ id, upTo }, i) => {
    const below = heightClasses[i - 1];
    const bounds = {
      from: below && number(below.upTo + 0.1),
      upTo: number(upTo),
    };
    const band = t(below ? (upTo === Infinity ? "last" : "between") : "first", bounds);
    return { id, name: t(`names.${id}`), band };
  });
}

const narrow = "@media (max-width: 359px)";

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse" },
  row: { borderLeft: "4px solid transparent" },
  found: { backgroundColor: tokens.colorNeutralBackground3, borderLeftColor: tokens.colorAccent },
  cell: { padding: "2px 8px", textAlign: "left", fontWeight: 400, whiteSpace: "nowrap" },
  name: { width: "100%", paddingLeft: "4px", fontWeight: 600 },
  picture: {
    display: "inline-grid",
    placeItems: "center",
    width: "60px",
    height: "40px",
    marginRight: "8px",
    verticalAlign: "middle",
    [narrow]: {
      gridTemplate: "minmax(0, 1fr) / minmax(0, 1fr)",
      width: "44px",
      "> *": { transform: "scale(0.72)" },
    },
  },
  band: {
    textAlign: "right",
    fontSize: "15px",
    color: tokens.colorNeutralForeground2,
    [narrow]: { boxSizing: "border-box", minWidth: "84px", paddingLeft: 0, whiteSpace: "normal" },
  },
});

export function HeightTable({ found }: { found: HeightClass | null }) {
  const styles = useStyles();
  const { t } = useTranslation("height-class");
  const bands = useHeightBands();
  return (
    <table className={styles.table}>
      <VisuallyHidden as="caption">{t("caption")}</VisuallyHidden>
      <VisuallyHidden as="thead">
        <tr>
          <th scope="col">{t("class")}</th>
          <th scope="col">{t("range")}</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {bands.map(({ id, name, band }) => (
          <tr
            key={id}
            className={mergeClasses(styles.row, id === found && styles.found)}
            {...(id === found && { "aria-current": true })}
          >
            <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
              <span className={styles.picture}>
                <HeightClassArt heightClass={id} />
              </span>
              {name}
            </th>
            <td className={mergeClasses(styles.cell, styles.band)}>{band}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
