import { Button, makeStyles, mergeClasses, Select, Slider } from "@fluentui/react-components";
import {
  ClosedCaptionOffRegular,
  ClosedCaptionRegular,
  FullScreenMaximizeRegular,
  FullScreenMinimizeRegular,
  KeyboardRegular,
  NextFrameRegular,
  PauseFilled,
  PictureInPictureRegular,
  PlayFilled,
  PreviousFrameRegular,
  SkipBack10Regular,
  SkipForward10Regular,
  Speaker2Regular,
  SpeakerMuteRegular,
} from "@fluentui/react-icons";
import {
  AvailabilityStates,
  MediaActionTypes,
  useMediaDispatch,
  useMediaSelector,
} from "media-chrome/react/media-store";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "#shared/formats.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { type Command, showCaptions } from "./commands.ts";
import { setSpeed, usePlaybackSpeed, type PlayerRef, useMoment, speeds } from "./use-player.ts";
import { keyHelp } from "./player-keys.ts";

const useKeyHelpStyles = makeStyles({
  root: { [media.touch]: { display: "none" }, [media.print]: { display: "none" } },
  summary: {
    display: "inline-flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "44px",
    cursor: "pointer",
    listStyleType: "none",
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: "underline",
    "::-webkit-details-marker": { display: "none" },
  },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 300px), 1fr))",
    gap: "8px 32px",
    margin: "4px 0 0",
  },
  row: { display: "grid", gridTemplateColumns: "112px minmax(0, 1fr)", alignItems: "baseline" },
  keys: { display: "flex", gap: "6px" },
  key: {
    minWidth: "20px",
    padding: "2px 8px",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    outline: "1px solid transparent",
    textAlign: "center",
    fontFamily: tokens.fontFamilyBase,
    fontSize: "15px",
    lineHeight: "22px",
  },
  effect: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The player's keyboard shortcuts, collapsed at first. */
export function KeyHelp({ silent }: { silent: boolean }) {
  const styles = useKeyHelpStyles();
  const { t } = useTranslation("video");
  return (
    <details className={styles.root}>
      <summary className={styles.summary}>
        <KeyboardRegular aria-hidden="true" fontSize={20} />
        {t("keys.title")}
      </summary>
      <dl className={styles.list}>
        {keyHelp
          .filter(([name]) => !(silent && name === "mute"))
          .map(([name, keys]) => (
            <div key={name} className={styles.row}>
              <dt className={styles.keys}>
                {keys.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {key === "space" ? t("keys.space") : key}
                  </kbd>
                ))}
              </dt>
              <dd className={styles.effect}>{t(`keys.${name}`)}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}

const useStyles = makeStyles({
  root: {
    display: "flex",
    alignItems: "center",
    columnGap: "4px",
    // On phones the position is a line above the buttons.
    [media.phone]: { flexWrap: "wrap", justifyContent: "space-between", columnGap: 0 },
  },
  button: { minWidth: "44px", minHeight: "44px", padding: 0 },
  // Phones have two taps on the picture for ten seconds, and the player stays in view.
  spacious: { [media.phone]: { display: "none" } },
  position: {
    display: "flex",
    alignItems: "center",
    flexGrow: 1,
    gap: "4px",
    minWidth: 0,
    [media.phone]: { order: -1, flexBasis: "100%" },
  },
  slider: { flexGrow: 1, minWidth: "80px" },
  moment: {
    whiteSpace: "nowrap",
    fontSize: "15px",
    fontVariantNumeric: "tabular-nums",
    color: tokens.colorNeutralForeground2,
  },
  speed: {
    width: "80px",
    minWidth: 0,
    "& select": { minHeight: "44px", paddingLeft: "8px" },
    // Narrow enough for one row of buttons.
    [media.phone]: {
      width: "60px",
      "& select": { paddingLeft: "4px", paddingRight: "16px" },
      "& .fui-Select__icon": { right: "2px", width: "14px", height: "14px", fontSize: "14px" },
    },
  },
  // The browser's own list opens in full screen too.
  captions: {
    position: "relative",
    display: "inline-grid",
    placeItems: "center",
    width: "44px",
    height: "44px",
    fontSize: "20px",
    borderRadius: tokens.borderRadiusMedium,
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    // The icon stands for its text.
    "& select": {
      position: "absolute",
      inset: 0,
      width: "100%",
      appearance: "none",
      border: "none",
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: "transparent",
      fontSize: 0,
      cursor: "pointer",
    },
    "& option": { fontSize: "16px", color: "#000000", backgroundColor: "#ffffff" },
  },
});

function SpeedSelect() {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const formats = useFormats();
  const speed = usePlaybackSpeed((chosen) => chosen.speed);
  // Includes the current speed, since a browser's own menu offers other ones.
  const offered = [...new Set([...speeds, speed])].toSorted((a, b) => a - b);
  return (
    <Select
      className={styles.speed}
      appearance="filled-lighter"
      aria-label={t("speed")}
      title={t("speed")}
      value={speed}
      onChange={(_, { value }) => setSpeed(Number(value))}
    >
      {offered.map((each) => (
        <option key={each} value={each}>
          {t("times", { speed: formats.number(each) })}
        </option>
      ))}
    </Select>
  );
}

/** Chooses the language of the captions; renders nothing for a video without any. */
function CaptionsSelect({ player }: { player: PlayerRef }) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const tracks = useMediaSelector(({ mediaSubtitlesList = [] }) => mediaSubtitlesList);
  const shown = useMediaSelector(({ mediaSubtitlesShowing }) => mediaSubtitlesShowing?.[0]);
  if (tracks.length === 0) return null;
  return (
    <span className={styles.captions}>
      {shown ? <ClosedCaptionRegular /> : <ClosedCaptionOffRegular />}
      <select
        aria-label={t("captions")}
        title={t("captions")}
        value={shown?.language ?? ""}
        onChange={({ target }) =>
          player.current && showCaptions(player.current, target.value || null)
        }
      >
        <option value="">{t("noCaptions")}</option>
        {tracks.map(({ language, label }) => (
          <option key={language} value={language}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The position, with hundredths of a second, which identify a frame. */
function Position() {
  const styles = useStyles();
  const dispatch = useMediaDispatch();
  const { t } = useTranslation("video");
  const format = useMoment();
  const position = useMediaSelector(({ mediaCurrentTime }) => mediaCurrentTime ?? 0);
  const duration = useMediaSelector(({ mediaDuration }) => mediaDuration || 0);
  return (
    <div className={styles.position}>
      <Slider
        className={styles.slider}
        aria-label={t("position")}
        aria-valuetext={formatDuration(position)}
        min={0}
        max={duration}
        // Not of the slider itself, which would draw a mark for each step.
        input={{ step: 0.05 }}
        value={position}
        onChange={(_, { value }) =>
          dispatch({ type: MediaActionTypes.MEDIA_SEEK_REQUEST, detail: value })
        }
      />
      <span className={styles.moment}>{format(position)}</span>
    </div>
  );
}

type PlayerControlsProps = {
  player: PlayerRef;
  silent: boolean;
  run: (command: Command) => void;
};

/** The controls of a video, in one row. */
export function PlayerControls({ player, silent, run }: PlayerControlsProps) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const isPaused = useMediaSelector(({ mediaPaused = true }) => mediaPaused);
  const isMuted = useMediaSelector(({ mediaMuted = false }) => mediaMuted);
  const isFullScreen = useMediaSelector(({ mediaIsFullscreen = false }) => mediaIsFullscreen);
  const isInPicture = useMediaSelector(({ mediaIsPip = false }) => mediaIsPip);
  const isLoaded = useMediaSelector(({ mediaDuration }) => Boolean(mediaDuration));
  const canFill = useMediaSelector(
    ({ mediaFullscreenUnavailable: lack }) => lack !== AvailabilityStates.UNSUPPORTED,
  );
  const canFloat = useMediaSelector(
    ({ mediaPipUnavailable: lack }) => lack !== AvailabilityStates.UNSUPPORTED,
  );
  const button = (command: Command, name: string, icon: ReactElement, own = {}) => (
    <Button
      className={styles.button}
      appearance="subtle"
      icon={icon}
      aria-label={name}
      title={name}
      onClick={() => run(command)}
      {...own}
    />
  );
  const spacious = { className: mergeClasses(styles.button, styles.spacious) };
  return (
    <div role="group" aria-label={t("controls")} className={styles.root}>
      {button(
        { type: "play" },
        t(isPaused ? "play" : "pause"),
        isPaused ? <PlayFilled /> : <PauseFilled />,
      )}
      {button({ type: "seek", by: -10 }, t("back"), <SkipBack10Regular />, spacious)}
      {button({ type: "frame", by: -1 }, t("previousFrame"), <PreviousFrameRegular />)}
      {button({ type: "frame", by: 1 }, t("nextFrame"), <NextFrameRegular />)}
      {button({ type: "seek", by: 10 }, t("forward"), <SkipForward10Regular />, spacious)}
      <Position />
      <SpeedSelect />
      <CaptionsSelect player={player} />
      {!silent &&
        button(
          { type: "mute" },
          t("mute"),
          isMuted ? <SpeakerMuteRegular /> : <Speaker2Regular />,
          {
            "aria-pressed": isMuted,
          },
        )}
      {canFloat &&
        button({ type: "pictureInPicture" }, t("pictureInPicture"), <PictureInPictureRegular />, {
          ...spacious,
          "aria-pressed": isInPicture,
          // Browsers refuse until the video's metadata is loaded.
          disabledFocusable: !isLoaded,
        })}
      {canFill &&
        button(
          { type: "fullScreen" },
          t(isFullScreen ? "leaveFullScreen" : "keys.fullScreen"),
          isFullScreen ? <FullScreenMinimizeRegular /> : <FullScreenMaximizeRegular />,
        )}
    </div>
  );
}
