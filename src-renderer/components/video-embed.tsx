import { Button, makeStyles } from "@fluentui/react-components";
import { PlayFilled } from "@fluentui/react-icons";
import { useId, useState, useSyncExternalStore, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { siteOf, type Video } from "./embedded-video.ts";

const useStyles = makeStyles({
  root: { margin: "32px 0", breakInside: "avoid", [media.print]: { margin: "0 0 18px" } },
  stage: {
    boxSizing: "border-box",
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    alignContent: "center",
    justifyItems: "center",
    gap: "16px",
    width: "100%",
    // As high as the player that takes its place, or as its text.
    aspectRatio: "16 / 9",
    padding: "20px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBand,
    textAlign: "center",
    [media.print]: { display: "none" },
  },
  play: { minHeight: "48px" },
  notice: {
    maxWidth: "52ch",
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorNeutralForeground2,
    textWrap: "balance",
  },
  player: {
    display: "block",
    width: "100%",
    aspectRatio: "16 / 9",
    border: "none",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: "#000",
    [media.print]: { display: "none" },
  },
  link: { marginTop: "8px", fontSize: "16px", lineHeight: "24px" },
});

function onConnectionChanged(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Gives the focus to the player that has taken the place of the button. */
const focusPlayer = (player: HTMLIFrameElement | null) => player?.focus();

type VideoEmbedProps = {
  video: Video;
  title: string;
  /** The link of the text, which is all that is printed. */
  children: ReactNode;
};

/**
 * A video of another site. Nothing is loaded from there before somebody presses play, and what is loaded then is said before
 * (docs/decisions/0063-embeds.md).
 */
export function VideoEmbed({ video, title, children }: VideoEmbedProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const noticeId = useId();
  const [state, setState] = useState<"asking" | "playing" | "previewed">("asking");
  const isOnline = useSyncExternalStore(
    onConnectionChanged,
    () => navigator.onLine,
    () => true,
  );
  const site = siteOf(video);
  const play = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The studio shows previews in a frame that runs no scripts, nor do frames in it.
    const isPreview = currentTarget.ownerDocument !== document;
    setState(isPreview ? "previewed" : "playing");
  };
  const notice = !isOnline
    ? t("embed.offline")
    : state === "previewed"
      ? t("embed.previewed")
      : t("embed.notice", { host: video.host });
  return (
    <div className={styles.root}>
      {state === "playing" ? (
        <iframe
          ref={focusPlayer}
          src={video.player}
          title={t("embed.player", { site, title })}
          className={styles.player}
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          // YouTube plays nothing for a page without a referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          // oxlint-disable-next-line react/iframe-missing-sandbox -- its own origin is never the portal's
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
        />
      ) : (
        <div className={styles.stage}>
          <Button
            size="large"
            className={styles.play}
            icon={<PlayFilled />}
            aria-label={t("embed.playOf", { site, title })}
            aria-describedby={noticeId}
            disabledFocusable={!isOnline}
            onClick={play}
          >
            {t("embed.play")}
          </Button>
          <div id={noticeId} role="status" className={styles.notice}>
            {notice}
          </div>
        </div>
      )}
      <div className={styles.link}>{children}</div>
    </div>
  );
}
