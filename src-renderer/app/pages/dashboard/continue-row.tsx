import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { BegunEntry } from "#shared/api/shelf.ts";
import { formatDuration } from "#shared/formats.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { continueSearch } from "#renderer/features/cooking/index.ts";
import { TeaserCard, useGridStyles } from "#renderer/features/reading/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  title: { marginBottom: "16px", fontSize: "24px", lineHeight: "30px" },
  howFar: { fontSize: "15px", lineHeight: "22px", color: tokens.colorNeutralForeground2 },
  bar: {
    height: "4px",
    marginBottom: "4px",
    borderRadius: "2px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralStencil1,
    // Visible where forced colours replace the background.
    outline: "1px solid transparent",
  },
  done: {
    height: "100%",
    backgroundColor: tokens.colorAccent,
    "@media (forced-colors: active)": { forcedColorAdjust: "none", backgroundColor: "Highlight" },
  },
});

/** How far a reader or viewer is: a bar, and the same in words. */
function HowFar({ teaser, place }: BegunEntry) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const formats = useFormats();
  const { position, length } = place;
  const share = length > 0 ? position / length : 0;
  const percent = Math.max(1, Math.round(share * 100));
  return (
    <div className={styles.howFar}>
      <div className={styles.bar} aria-hidden="true">
        <div className={styles.done} style={{ width: `${Math.min(100, percent)}%` }} />
      </div>
      {teaser.kind === "videos" &&
        t("watched", { from: formatDuration(position), to: formatDuration(length) })}
      {teaser.kind === "recipes" && t("cooked", { step: position, steps: length })}
      {teaser.kind !== "videos" &&
        teaser.kind !== "recipes" &&
        t("howFar", { percent: formats.number(percent) })}
    </div>
  );
}

/** What the user began to read or watch, last opened first; nothing if there is none. */
export function ContinueRow({ begun }: { begun: readonly BegunEntry[] }) {
  const styles = useStyles();
  const grid = useGridStyles();
  const { t } = useTranslation("account");
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="continue">
      <Heading level={2} id="continue" className={styles.title}>
        {t("continue")}
      </Heading>
      <ul className={grid.rows}>
        {begun.map(({ teaser, place }) => (
          <li key={`${teaser.kind}/${teaser.slug}`}>
            <TeaserCard
              teaser={teaser}
              look="row"
              {...(teaser.kind === "recipes" && { search: continueSearch(place) })}
            >
              <HowFar teaser={teaser} place={place} />
            </TeaserCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
