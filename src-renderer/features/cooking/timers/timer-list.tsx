import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { AlertRegular, DismissRegular, TimerRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { InputHint } from "#renderer/components/input-hint.tsx";
import { useBellSound } from "#renderer/components/bell.ts";
import { formatMoment } from "#shared/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { clockText } from "./durations.ts";
import { lengthenTimer, removeTimer, type useTimers } from "./timers.ts";

const useStyles = makeStyles({
  list: { display: "grid", gap: "8px", margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    padding: "8px 8px 8px 16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow8,
  },
  over: {
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
  },
  rings: {
    animationName: { "50%": { transform: "scale(1.02)" } },
    animationDuration: "1.5s",
    animationIterationCount: "infinite",
    [media.reducedMotion]: { animationName: "none" },
  },
  text: { flex: "1 1 140px", display: "grid", minWidth: 0 },
  time: {
    fontWeight: 600,
    fontSize: "20px",
    lineHeight: "26px",
    fontVariantNumeric: "tabular-nums",
  },
  name: { fontSize: "15px", lineHeight: "20px", overflowWrap: "anywhere" },
  actions: { display: "flex", gap: "8px", marginLeft: "auto" },
  button: { minWidth: 0, minHeight: "44px" },
  note: { margin: 0, width: "100%", fontSize: "15px", lineHeight: "20px" },
});

type RunningTimer = ReturnType<typeof useTimers>[number];

/** Says why a timer that rings cannot be heard. */
function SoundNote() {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  const sound = useBellSound();
  if (sound === "on") return null;
  return (
    <p className={styles.note}>
      {sound === "waiting" ? (
        <InputHint touch={t("timer.silentTouch")} keys={t("timer.silent")} />
      ) : (
        t("timer.noSound")
      )}
    </p>
  );
}

function TimerItem({ timer }: { timer: RunningTimer }) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("cooking");
  const { id, isOver, isLate } = timer;
  const Icon = isOver ? AlertRegular : TimerRegular;
  const time = clockText(timer.remaining);
  const over = isLate
    ? t("timer.wasOver", { time: formatMoment(timer.endsAt, i18n.language) })
    : t("timer.over");
  return (
    <li
      className={mergeClasses(
        styles.item,
        isOver && styles.over,
        isOver && !isLate && styles.rings,
      )}
    >
      <Icon fontSize={24} aria-hidden />
      <div className={styles.text} {...(isOver && { role: "alert" })}>
        <span className={styles.time}>{isOver ? over : t("timer.remaining", { time })}</span>
        <span className={styles.name}>
          {t("timer.of", { number: timer.step })} · {timer.title}
        </span>
      </div>
      <div className={styles.actions}>
        <Button
          className={styles.button}
          aria-label={t("timer.longerLabel")}
          onClick={() => lengthenTimer(id)}
        >
          {t("timer.longer")}
        </Button>
        <Button
          className={styles.button}
          {...(!isOver && { icon: <DismissRegular />, "aria-label": t("timer.cancel") })}
          onClick={() => removeTimer(id)}
        >
          {isOver && t("timer.stop")}
        </Button>
      </div>
      {isOver && !isLate && <SoundNote />}
    </li>
  );
}

/** Timers that run and ring, each with buttons to stop it and to let it run longer. */
export function TimerList({ timers }: { timers: readonly RunningTimer[] }) {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  if (timers.length === 0) return null;
  return (
    <ul aria-label={t("timer.list")} className={styles.list}>
      {timers.map((timer) => (
        <TimerItem key={timer.id} timer={timer} />
      ))}
    </ul>
  );
}
