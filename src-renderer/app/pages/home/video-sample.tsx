import { makeStyles } from "@fluentui/react-components";
import { PlayFilled } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { Teaser } from "#shared/api/library.ts";
import { formatDuration } from "#shared/formats.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { useEntryLink } from "#renderer/features/reading/index.ts";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 8fr) minmax(0, 4fr)",
    gap: "24px 48px",
    alignItems: "center",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  screen: {
    position: "relative",
    display: "block",
    aspectRatio: "16 / 9",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    backgroundColor: "rgba(255, 255, 255, 0.08)",
    // A still may have the colour of the ground.
    boxShadow: "0 0 0 1px rgba(255, 255, 255, 0.18)",
  },
  still: { display: "block", width: "100%", height: "100%", objectFit: "cover" },
  // In a corner: the movement is in the middle of a still.
  play: {
    position: "absolute",
    left: "24px",
    bottom: "24px",
    width: "72px",
    height: "72px",
    display: "grid",
    placeItems: "center",
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontSize: "32px",
    [media.phone]: {
      left: "12px",
      bottom: "12px",
      width: "52px",
      height: "52px",
      fontSize: "24px",
    },
  },
  title: { marginBottom: "12px", fontSize: "26px", lineHeight: "32px" },
  text: { margin: "0 0 12px", color: tokens.colorOnDeepMuted },
  length: { margin: 0, fontVariantNumeric: "tabular-nums" },
});

/** A video's poster with a play mark, title and summary; an empty frame while it is undefined. */
export function VideoSample({ video: teaser }: { video: Teaser | undefined }) {
  const styles = useStyles();
  const { t } = useTranslation("home");
  const linkTo = useEntryLink();
  const path = useLocalised(teaser ? linkTo(teaser) : "");
  if (!teaser?.video) {
    return (
      <div className={styles.grid}>
        <div className={styles.screen} />
      </div>
    );
  }
  const { poster, durationSeconds } = teaser.video;
  return (
    <div className={styles.grid}>
      <Link to={path} className={styles.screen} aria-label={teaser.title}>
        {teaser.cover ? (
          <CoverArt {...teaser} lazy />
        ) : (
          <img
            src={poster}
            alt=""
            width={1280}
            height={720}
            loading="lazy"
            className={styles.still}
          />
        )}
        <span className={styles.play}>
          <PlayFilled aria-hidden="true" />
        </span>
      </Link>
      <div>
        <div lang={teaser.language}>
          <Heading level={3} className={styles.title}>
            {teaser.title}
          </Heading>
          <p className={styles.text}>{withGoodBreaks(teaser.summary)}</p>
        </div>
        <p className={styles.length}>
          {t("filmLength", { time: formatDuration(durationSeconds), author: teaser.author })}
        </p>
      </div>
    </div>
  );
}
