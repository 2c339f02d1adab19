import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";
import { Heading } from "#renderer/components/heading.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  part: {
    padding: "14px 16px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  wide: { gridColumn: "1 / -1" },
  title: { marginBottom: "8px" },
});

type BoardPartProps = { title: string; isWide?: boolean; children: ReactNode };

/** A part of the board below its figures; `isWide`: as wide as the board. */
export function BoardPart({ title, isWide = false, children }: BoardPartProps) {
  const styles = useStyles();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={mergeClasses(styles.part, isWide && styles.wide)}>
      <Heading level={3} size="label" id={heading} className={styles.title}>
        {title}
      </Heading>
      {children}
    </section>
  );
}
