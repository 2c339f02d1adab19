import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { PlayFilled } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Teaser } from "#shared/api/library.ts";
import { formatDuration } from "#shared/formats.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { ringOnCard } from "#renderer/theme/focus-ring.ts";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { useEntryLink } from "../kinds.ts";
import { useTeaserLayout, type TeaserLook } from "./teaser-layout.ts";
import { TeaserMeta } from "./teaser-meta.tsx";

const useTeaserCoverStyles = makeStyles({
  cover: {
    position: "relative",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    // Removes the gap below the inline picture.
    lineHeight: 0,
  },
  // Above the drawing, which is seen until the still is loaded, and if it fails.
  still: { position: "absolute", inset: 0, width: "100%", height: "100%", objectFit: "cover" },
  play: {
    position: "absolute",
    left: "12px",
    bottom: "12px",
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    padding: "6px 12px 6px 8px",
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontSize: "14px",
    lineHeight: "20px",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
  },
  smallPlay: { left: "8px", bottom: "8px", padding: "6px" },
});

type TeaserCoverProps = { teaser: Teaser; small?: boolean; variant: number };

/** The decorative cover of an entry; on videos their still, with a play mark and the duration. */
function TeaserCover({ teaser, small = false, variant }: TeaserCoverProps) {
  const styles = useTeaserCoverStyles();
  return (
    <div className={styles.cover} aria-hidden="true">
      <CoverArt
        kind={teaser.kind}
        slug={teaser.slug}
        motif={teaser.motif}
        cover={teaser.cover}
        lazy
        variant={variant}
        ratio={small ? "4 / 3" : "16 / 9"}
      />
      {teaser.video?.poster && !teaser.cover && (
        <img
          src={teaser.video.poster}
          alt=""
          width={1280}
          height={720}
          loading="lazy"
          decoding="async"
          className={styles.still}
        />
      )}
      {teaser.video && (
        <span className={mergeClasses(styles.play, small && styles.smallPlay)}>
          <PlayFilled />
          {!small && formatDuration(teaser.video.durationSeconds)}
        </span>
      )}
    </div>
  );
}

const useStyles = makeStyles({
  // A long word would widen the page of a phone.
  text: { display: "grid", gap: "8px", overflowWrap: "anywhere" },
  title: { fontSize: "23px", lineHeight: "29px" },
  leadTitle: {
    fontSize: "34px",
    lineHeight: "40px",
    [media.belowTablet]: { fontSize: "23px", lineHeight: "29px" },
  },
  rowTitle: { fontSize: "19px", lineHeight: "25px" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    // Makes the whole card clickable.
    "::after": { content: '""', position: "absolute", inset: 0 },
    ":hover": {
      textDecorationLine: "underline",
      textDecorationColor: tokens.colorAccent,
      textDecorationThickness: "2px",
      textUnderlineOffset: "4px",
    },
  },
  summary: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    [media.phone]: {
      display: "-webkit-box",
      WebkitBoxOrient: "vertical",
      WebkitLineClamp: 2,
      overflow: "hidden",
    },
  },
});

type TeaserCardProps = {
  teaser: Teaser;
  look?: TeaserLook;
  /** Level of the title. */
  heading?: 2 | 3;
  /** Marks an entry published since the reader's last visit. */
  isNew?: boolean;
  /** Shown below the facts. */
  children?: ReactNode;
  /** Query of the link: the dog of a list, or a place in the entry. */
  search?: string;
  /** Variant of the cover, so that it differs from its neighbours in a list. */
  variant?: number;
  /** Address instead of the entry's own. */
  to?: string;
};

/** The card of an entry: one link, named by the title, that covers the whole card. */
export function TeaserCard(props: TeaserCardProps) {
  const {
    teaser,
    look = "card",
    heading = 3,
    variant = 0,
    isNew = false,
    search = "",
    children,
  } = props;
  const styles = useStyles();
  const layout = useTeaserLayout();
  const { title, summary, language } = teaser;
  const linkTo = useEntryLink();
  const path = useLocalised(props.to ?? linkTo(teaser) + search);
  return (
    <article className={mergeClasses(layout.card, look !== "card" && layout[look])}>
      <TeaserCover teaser={teaser} small={look === "row"} variant={variant} />
      <div className={styles.text}>
        <Heading
          level={heading}
          lang={language}
          className={mergeClasses(
            styles.title,
            look === "lead" && styles.leadTitle,
            look === "row" && styles.rowTitle,
          )}
        >
          <Link to={path} className={styles.link} {...ringOnCard}>
            {withGoodBreaks(title)}
          </Link>
        </Heading>
        {look !== "row" && (
          <p lang={language} className={styles.summary}>
            {withGoodBreaks(summary)}
          </p>
        )}
        <TeaserMeta teaser={teaser} brief={look === "row"} isNew={isNew} />
        {children}
      </div>
    </article>
  );
}
