import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useHashTarget } from "../../components/use-hash-target.ts";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  section: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 260px) minmax(0, 480px)",
    gap: "16px 64px",
    padding: "40px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 560px)", padding: "32px 0" },
  },
  title: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, margin: "0 0 4px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type SectionProps = { id: string; title: string; text?: string; children: ReactNode };

/** One matter of the account, with an anchor of its own. */
export function Section({ id, title, text, children }: SectionProps) {
  const styles = useStyles();
  const target = useHashTarget<HTMLElement>(id);
  return (
    <section ref={target} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <div>
        <h3 id={`${id}-title`} className={styles.title}>
          {title}
        </h3>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
