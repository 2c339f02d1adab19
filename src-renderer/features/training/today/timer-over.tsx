import { useTranslation } from "react-i18next";
import { formatMoment } from "#shared/formats.ts";
import type { useCountdown } from "./use-countdown.ts";

type TimerOverProps = { timer: ReturnType<typeof useCountdown>; className: string };

/** Says that the time is up, or since when if nobody could hear it. */
export function TimerOver({ timer, className }: TimerOverProps) {
  const { t, i18n } = useTranslation("training");
  const { isOver, wasOverAt } = timer;
  return (
    <div role="alert">
      {isOver && (
        <p className={className}>
          {wasOverAt === null
            ? t("timer.over")
            : t("timer.wasOver", { time: formatMoment(wasOverAt, i18n.language) })}
        </p>
      )}
    </div>
  );
}
