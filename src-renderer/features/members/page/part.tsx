import { makeStyles } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";
import { Heading } from "#renderer/components/heading.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  part: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "12px" },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "6px",
    padding: "14px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: "anywhere",
    "> p": { margin: 0 },
  },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px", paddingTop: "4px" },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Returns the classes of what stands in a part. */
export const usePartStyles = useStyles;

type PartProps = {
  title: string;
  none: string;
  items: readonly { key: string; content: ReactNode }[];
  /** What can be done with all of them. */
  actions?: ReactNode;
};

/** A part of a member's page: a heading and a list. */
export function Part({ title, none, items, actions }: PartProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <Heading level={3} id={id}>
        {title}
      </Heading>
      {items.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.list}>
          {items.map(({ key, content }) => (
            <li key={key} className={styles.item}>
              {content}
            </li>
          ))}
        </ul>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
