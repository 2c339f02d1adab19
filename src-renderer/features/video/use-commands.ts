import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { carryOut, type Command, type Outcome } from "./commands.ts";
import { setSpeed } from "./playback-speed.ts";
import { usualFrameRate } from "./playback.ts";
import { useMoment } from "./use-moment.ts";
import type { PlayerRef } from "./use-player.ts";

/** Returns what a command led to, in words. */
function useOutcomeText(): (outcome: Outcome) => string {
  const { t } = useTranslation("video");
  const formats = useFormats();
  const moment = useMoment();
  return (outcome) => {
    switch (outcome.type) {
      case "position":
        return moment(outcome.at);
      case "speed":
        return t("speedNow", { speed: formats.number(outcome.speed) });
      case "captions":
        return t(outcome.isOn ? "captionsOn" : "captionsOff");
      case "sound":
        return t(outcome.isOn ? "soundOn" : "soundOff");
    }
  };
}

/** Returns what carries out commands, and a message about the last one for screen readers. */
export function useCommands(player: PlayerRef, entry: Pick<Entry, "media">) {
  const { t, i18n } = useTranslation("video");
  const textOf = useOutcomeText();
  const [message, setMessage] = useState("");
  const run = (command: Command) => {
    const video = player.current;
    if (!video) return;
    const framesPerSecond = entry.media?.framesPerSecond ?? usualFrameRate;
    const subject = { video, framesPerSecond, language: i18n.language, setSpeed };
    const outcome = carryOut(command, subject);
    if (outcome) setMessage(textOf(outcome));
  };
  return { message, run, tellRefused: () => setMessage(t("pictureRefused")) };
}
