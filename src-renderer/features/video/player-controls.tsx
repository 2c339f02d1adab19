import { Button, makeStyles, Select } from "@fluentui/react-components";
import {
  NextFrameRegular,
  PreviousFrameRegular,
  SkipBack10Regular,
  SkipForward10Regular,
  PictureInPictureRegular,
  KeyboardRegular,
} from "@fluentui/react-icons";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { Command } from "./commands.ts";
import {
  setSpeed,
  usePlaybackSpeed,
  usePlayerValue,
  type PlayerRef,
  useMoment,
  speeds,
} from "./use-player.ts";
import { keyHelp } from "./player-keys.ts";

const useKeyHelpStyles = makeStyles({
  // On a line of its own, so that opening it does not move any buttons.
  root: { flexBasis: "100%", [media.touch]: { display: "none" } },
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
function KeyHelp({ silent }: { silent: boolean }) {
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

const usePictureInPictureStyles = makeStyles({ button: { minHeight: "44px" } });

const isShown = (video: HTMLVideoElement) => document.pictureInPictureElement === video;

type PictureInPictureProps = {
  player: PlayerRef;
  onRefused: () => void;
};

/** Toggles picture-in-picture; renders nothing in browsers that lack it. */
function PictureInPicture({ player, onRefused }: PictureInPictureProps) {
  const styles = usePictureInPictureStyles();
  const { t } = useTranslation("video");
  const isOn = usePlayerValue(player, isShown, false);
  if (!document.pictureInPictureEnabled) return null;
  const toggle = () => {
    const done = isOn ? document.exitPictureInPicture() : player.current?.requestPictureInPicture();
    // Browsers refuse until the video's metadata is loaded.
    done?.catch(onRefused);
  };
  return (
    <Button
      className={styles.button}
      icon={<PictureInPictureRegular />}
      aria-pressed={isOn}
      onClick={toggle}
    >
      {t("pictureInPicture")}
    </Button>
  );
}

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    [media.print]: { display: "none" },
  },
  button: { minWidth: "44px", minHeight: "44px", padding: "0 10px" },
  moment: {
    minWidth: "72px",
    textAlign: "center",
    fontVariantNumeric: "tabular-nums",
    color: tokens.colorNeutralForeground2,
  },
  speed: { display: "inline-flex", alignItems: "center", gap: "8px" },
  select: { width: "100px", "& select": { minHeight: "44px" } },
});

function SpeedSelect() {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const formats = useFormats();
  const speed = usePlaybackSpeed((chosen) => chosen.speed);
  // Includes the current speed, since the browser's own menu offers other ones.
  const offered = [...new Set([...speeds, speed])].toSorted((a, b) => a - b);
  return (
    <label className={styles.speed}>
      {t("speed")}
      <Select
        className={styles.select}
        value={speed}
        onChange={(_, { value }) => setSpeed(Number(value))}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {t("times", { speed: formats.number(each) })}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** The position with hundredths of a second, which identify a frame. */
function Moment({ player }: { player: PlayerRef }) {
  const styles = useStyles();
  const format = useMoment();
  const hundredths = usePlayerValue(player, (video) => Math.floor(video.currentTime * 100), 0);
  return <span className={styles.moment}>{format(hundredths / 100)}</span>;
}

type PlayerControlsProps = {
  player: PlayerRef;
  silent: boolean;
  run: (command: Command) => void;
  onRefused: () => void;
};

/** What the browser's controls lack: ten-second skips, frame steps, speed, picture-in-picture and shortcuts. */
export function PlayerControls({ player, silent, run, onRefused }: PlayerControlsProps) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const button = (command: Command, name: string, icon: ReactElement) => (
    <Button
      className={styles.button}
      icon={icon}
      aria-label={name}
      title={name}
      onClick={() => run(command)}
    />
  );
  return (
    <div className={styles.root}>
      {button({ type: "seek", by: -10 }, t("back"), <SkipBack10Regular />)}
      {button({ type: "frame", by: -1 }, t("previousFrame"), <PreviousFrameRegular />)}
      <Moment player={player} />
      {button({ type: "frame", by: 1 }, t("nextFrame"), <NextFrameRegular />)}
      {button({ type: "seek", by: 10 }, t("forward"), <SkipForward10Regular />)}
      <SpeedSelect />
      <PictureInPicture player={player} onRefused={onRefused} />
      <KeyHelp silent={silent} />
    </div>
  );
}
