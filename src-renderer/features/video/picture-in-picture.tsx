import { Button, makeStyles } from "@fluentui/react-components";
import { PictureInPictureRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { usePlayerValue, type PlayerRef } from "./use-player.ts";

const useStyles = makeStyles({ button: { minHeight: "44px" } });

const isShown = (video: HTMLVideoElement) => document.pictureInPictureElement === video;

type PictureInPictureProps = {
  player: PlayerRef;
  /** Called if the browser refuses. */
  onRefused: () => void;
};

/** Shows the video in a small window above others, and takes it back. Nothing where browsers cannot. */
export function PictureInPicture({ player, onRefused }: PictureInPictureProps) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const isOn = usePlayerValue(player, isShown, false);
  if (!document.pictureInPictureEnabled) return null;
  const toggle = () => {
    const done = isOn ? document.exitPictureInPicture() : player.current?.requestPictureInPicture();
    // Refused while nothing of the video is loaded.
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
