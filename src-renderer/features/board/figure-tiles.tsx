import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Board } from "#shared/api/board.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { figureLinks, figureNames, needsAttention, type FigureName } from "./figures.ts";

const useStyles = makeStyles({
  tiles: {
    display: "grid",
    gridTemplateColumns: "repeat(4, minmax(0, 1fr))",
    gap: "12px",
    margin: 0,
    [media.belowTablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))", gap: "8px" },
  },
  tile: {
    display: "flex",
    flexDirection: "column",
    minHeight: "104px",
    boxSizing: "border-box",
    padding: "12px 14px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    borderLeft: "3px solid transparent",
  },
  trouble: { borderLeftColor: tokens.colorAccent },
  label: { color: tokens.colorNeutralForeground2, fontSize: "14px", lineHeight: "18px" },
  value: {
    margin: "4px 0 0",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "32px",
    fontVariantNumeric: "tabular-nums",
    overflowWrap: "anywhere",
    [media.phone]: { fontSize: "24px", lineHeight: "28px" },
  },
  hint: {
    margin: "auto 0 0",
    color: tokens.colorNeutralForeground3,
    fontSize: "13px",
    lineHeight: "18px",
    overflowWrap: "anywhere",
  },
});

/** Returns a figure as text: a number, or the sums of all currencies. */
export function useFigureText() {
  const { money, number } = useFormats();
  return (board: Board, name: FigureName): string => {
    if (name === "stuckJobs") return number(board.stuckJobs.count);
    if (name !== "revenue") return number(board[name]);
    return board.revenue.length > 0 ? board.revenue.map(money).join(" · ") : number(0);
  };
}

/** The figures of the portal, those to act on marked. */
export function FigureTiles({ board }: { board: Board }) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const textOf = useFigureText();
  return (
    <dl className={styles.tiles}>
      {figureNames.map((name) => {
        const link = figureLinks[name];
        const label = t(`figures.${name}`);
        const hint =
          name === "stuckJobs" && board.stuckJobs.count > 0
            ? board.stuckJobs.kinds.map((kind) => kind.name).join(", ")
            : t(`hints.${name}`);
        return (
          <div
            key={name}
            className={mergeClasses(styles.tile, needsAttention(board, name) && styles.trouble)}
          >
            <dt className={styles.label}>
              {link ? <TextLink to={link}>{label}</TextLink> : label}
            </dt>
            <dd className={styles.value}>{textOf(board, name)}</dd>
            <dd className={styles.hint}>{hint}</dd>
          </div>
        );
      })}
    </dl>
  );
}
