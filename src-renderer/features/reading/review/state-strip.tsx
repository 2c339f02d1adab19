import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { CheckmarkCircleFilled } from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  listUnpublished,
  markReady,
  takeReadyBack,
  type ReadyMark,
  type Unpublished,
} from "#shared/api/review.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  frame: { paddingTop: "16px", display: "grid", gap: "12px", [media.print]: { display: "none" } },
  strip: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "12px 24px",
    padding: "16px 20px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBand,
    borderLeft: `4px solid ${tokens.colorAccent}`,
  },
  text: { display: "grid", gap: "4px", minWidth: 0, "> p": { margin: 0 } },
  status: { fontWeight: 600, fontSize: "18px", lineHeight: "26px" },
  note: { fontSize: "15px", lineHeight: "22px", color: tokens.colorNeutralForeground2 },
  ready: { display: "inline-flex", alignItems: "center", gap: "6px" },
});

const useReadyText = (ready: ReadyMark | null): string => {
  const { t } = useTranslation("review");
  const { dateTime } = useFormats();
  if (!ready) return t("ready.none");
  const time = dateTime(ready.at);
  return ready.by === null ? t("ready.former", { time }) : t("ready.by", { name: ready.by, time });
};

export function ReadyText({ ready }: { ready: ReadyMark | null }) {
  const styles = useStyles();
  const text = useReadyText(ready);
  if (!ready) return text;
  return (
    <span className={styles.ready}>
      <CheckmarkCircleFilled fontSize={18} aria-hidden />
      {text}
    </span>
  );
}

type StateStripProps = {
  kind: ContentKind;
  slug: string;
  unpublished: Unpublished;
  reload: () => Promise<unknown>;
};

/** Sets the mark or takes it back. `message` says what happened. */
function useReadyMark({ kind, slug, unpublished, reload }: StateStripProps) {
  const { t } = useTranslation("review");
  const [message, setMessage] = useState("");
  const { ready, version } = unpublished;
  const { busy, failure, run } = useMutation(async () => {
    setMessage("");
    const params = { kind, slug };
    const { error } = ready
      ? await call(takeReadyBack, { params })
      : await call(markReady, { params, body: { version }, silent: isConflict });
    if (error && !isConflict(error)) return "failed" as const;
    await reload();
    void refresh(listUnpublished);
    if (error) return "changed" as const;
    setMessage(t(ready ? "ready.takenBack" : "ready.marked"));
    return null;
  });
  return { busy, failure, message, run };
}

/** Whether the text changed after it was opened, which the strip says itself. */
const isConflict = ({ code }: { code?: string }) => code === "conflict";

/** Says that an entry is a draft or scheduled and whether it is ready, with the button that changes that. */
export function StateStrip(props: StateStripProps) {
  const { frame } = useFrame();
  const styles = useStyles();
  const { t } = useTranslation("review");
  const { appointment } = useFormats();
  const { status, publishedAt, ready } = props.unpublished;
  const { busy, failure, message, run } = useReadyMark(props);
  const look = useButtonLook(ready ? "secondary" : "accent");
  return (
    <section aria-label={t("strip.label")} className={mergeClasses(frame, styles.frame)}>
      <div className={styles.strip}>
        <div className={styles.text}>
          <p className={styles.status}>
            {publishedAt === null
              ? t("strip.draft")
              : t("strip.scheduled", { time: appointment(publishedAt) })}
          </p>
          <p className={styles.note}>{t(`strip.${status}Text`)}</p>
          <p className={styles.note}>
            <ReadyText ready={ready} />
          </p>
        </div>
        <Button {...look} disabledFocusable={busy} onClick={() => void run()}>
          {t(ready ? "ready.takeBack" : "ready.mark")}
        </Button>
      </div>
      <LiveText>{message}</LiveText>
      {failure && <Notice intent="error">{t(`ready.${failure}`)}</Notice>}
    </section>
  );
}
