import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "32px 56px",
    margin: 0,
    padding: "40px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorDeep,
    color: tokens.colorOnDeep,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
    [media.phone]: { padding: "28px 20px" },
  },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "23px",
    lineHeight: "29px",
  },
  text: { margin: "6px 0 0", color: tokens.colorOnDeepMuted },
});

/** What members can rely on. */
export function PromiseList({ items }: { items: readonly { title: string; text: string }[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {items.map(({ title, text }) => (
        <div key={title}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
