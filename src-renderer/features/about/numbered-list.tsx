import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "8px 56px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  item: {
    display: "grid",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    gap: "16px",
    padding: "20px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  number: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "40px",
    lineHeight: "40px",
    fontVariantNumeric: "lining-nums",
    color: tokens.colorAccentText,
  },
  title: { margin: "0 0 4px", fontSize: "19px", lineHeight: "27px", fontWeight: 600 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Steps in their order. */
export function NumberedList({ items }: { items: readonly { title: string; text: string }[] }) {
  const styles = useStyles();
  return (
    <ol className={styles.list}>
      {items.map(({ title, text }, i) => (
        <li key={title} className={styles.item}>
          <span aria-hidden="true" className={styles.number}>
            {i + 1}
          </span>
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
