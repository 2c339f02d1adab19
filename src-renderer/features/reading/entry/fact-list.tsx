import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  facts: { display: "flex", flexWrap: "wrap", gap: "12px 32px", margin: 0 },
  fact: { [media.print]: { display: "flex", gap: "6px" } },
  name: {
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorNeutralForeground3,
    [media.print]: { fontSize: "9.5pt", lineHeight: "1.35" },
  },
  value: {
    margin: 0,
    fontWeight: 600,
    fontSize: "18px",
    lineHeight: "26px",
    [media.print]: { fontSize: "9.5pt", lineHeight: "1.35" },
  },
});

/** Facts in a row, each with its name. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [name: string, value: string])[];
}) {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
