import { useTranslation } from "react-i18next";
import { formatDuration } from "#shared/formats.ts";

/** Returns the format of a position in seconds with hundredths: "1:34.60", "1:34,60". */
export function useMoment(): (seconds: number) => string {
  const { t } = useTranslation("video");
  return (seconds) => {
    const hundredths = String(Math.floor((seconds % 1) * 100)).padStart(2, "0");
    return t("moment", { time: formatDuration(seconds), hundredths });
  };
}
