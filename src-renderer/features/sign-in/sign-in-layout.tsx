import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { MotifName } from "#resources/art/motif-names.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Page } from "#renderer/components/page.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 500px) minmax(0, 560px)",
    gridTemplateAreas: '"form above" "form below"',
    gridTemplateRows: "auto 1fr",
    justifyContent: "space-between",
    gap: "16px 64px",
    alignItems: "start",
    // A picture would push the form off the first screen.
    [media.belowTablet]: {
      gridTemplateColumns: "minmax(0, 520px)",
      gridTemplateAreas: '"above" "form" "below"',
      gridTemplateRows: "auto auto 1fr",
      gap: "24px",
    },
  },
  form: {
    gridArea: "form",
    boxSizing: "border-box",
    display: "grid",
    gap: "24px",
    padding: "32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "& p": { margin: 0 },
    [media.phone]: { padding: "24px 16px" },
  },
  // Small screens keep the height of an entry even if there is none, so that the form does not move.
  above: { gridArea: "above", [media.belowTablet]: { minHeight: "clamp(101px, 20vw, 126px)" } },
  below: { gridArea: "below" },
  picture: {
    gridArea: "above",
    overflow: "hidden",
    aspectRatio: "4 / 3",
    borderRadius: tokens.borderRadiusXLarge,
    [media.belowTablet]: { display: "none" },
  },
});

type SignInLayoutProps = {
  title: string;
  lead?: ReactNode;
  picture: MotifName;
  /** In place of the picture: beside the form, on small screens above it. */
  above?: ReactNode;
  /** Follows `above`; on small screens below the form. */
  below?: ReactNode;
  children: ReactNode;
};

/** The layout of the sign-in pages: the form, and beside it on wide screens a picture or an entry. */
export function SignInLayout({ title, lead, picture, above, below, children }: SignInLayoutProps) {
  const styles = useStyles();
  return (
    <Page title={title} {...(lead !== undefined && { lead })}>
      <div className={styles.grid}>
        {above ? (
          <div className={styles.above}>{above}</div>
        ) : (
          <div className={styles.picture}>
            <CoverArt kind="articles" slug={`sign-in-${picture}`} motif={picture} ratio="4 / 3" />
          </div>
        )}
        <div className={styles.form}>{children}</div>
        {below && <div className={styles.below}>{below}</div>}
      </div>
    </Page>
  );
}
