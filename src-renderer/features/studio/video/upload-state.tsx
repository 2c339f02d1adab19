import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Notice } from "#renderer/components/notice.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { FileButton, FileFailure } from "#renderer/components/form/file-button.tsx";
import {
  cancelVideo,
  pauseVideo,
  resumeVideo,
  storedUpload,
  useVideoUpload,
  type UploadFailure,
  type VideoUpload,
} from "./video-uploads.ts";

const megabyte = 1_000_000;

const useStyles = makeStyles({
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  progress: { width: "280px", maxWidth: "100%" },
});

function Failure({ failure }: { failure: UploadFailure }) {
  const { t } = useTranslation("studio");
  if (failure.code !== "server") {
    return <Notice intent="error">{t(`video.files.failed.${failure.code}`)}</Notice>;
  }
  const words = {
    "not-found": t("video.files.failed.gone"),
    "payload-too-large": t("video.files.failed.size"),
  };
  return <FileFailure failure={failure.failure} field="video" words={words} />;
}

/** How much was sent, with what can be done about it. */
function Progress({
  slug,
  upload,
}: {
  slug: string;
  upload: Extract<VideoUpload, { sent: number }>;
}) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { number } = useFormats();
  const { kind, name, sent, size } = upload;
  const megabytes = (bytes: number) => number(Math.round(bytes / megabyte));
  return (
    <>
      <div className={styles.row}>
        <progress
          className={styles.progress}
          aria-label={t("video.files.progress", { name })}
          value={sent}
          max={size}
        />
        <span>{t("video.files.of", { name, sent: megabytes(sent), size: megabytes(size) })}</span>
      </div>
      <div className={styles.row}>
        {kind === "paused" || kind === "waiting" ? (
          <Button size="large" onClick={() => resumeVideo(slug)}>
            {t(kind === "paused" ? "video.files.resume" : "video.files.tryAgain")}
          </Button>
        ) : (
          <Button size="large" onClick={() => pauseVideo(slug)}>
            {t("video.files.pause")}
          </Button>
        )}
        <Button size="large" onClick={() => cancelVideo(slug)}>
          {t("video.files.cancel")}
        </Button>
      </div>
      {upload.kind === "waiting" ? (
        <Notice intent="warning">
          <p>{upload.failure.message}</p>
          <p>
            {t(
              upload.failure.code === "storage-full"
                ? "video.files.waitingForRoom"
                : "video.files.waiting",
            )}
          </p>
        </Notice>
      ) : (
        upload.kind !== "sending" && <p>{t(`video.files.${upload.kind}`)}</p>
      )}
    </>
  );
}

/** An upload that a former window began: the browser has no access to its file any more. */
function Interrupted({ slug, onFile }: { slug: string; onFile: (file: File) => void }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const known = storedUpload(slug);
  if (!known) return null;
  const { name, sent, size } = known;
  const percent = Math.floor((100 * sent) / size);
  return (
    <Notice>
      <p>{t("video.files.interrupted", { name, percent })}</p>
      <div className={styles.row}>
        <FileButton accept="video/mp4,video/webm,.mp4,.webm" onFile={onFile}>
          {t("video.files.again")}
        </FileButton>
        <Button size="large" onClick={() => cancelVideo(slug)}>
          {t("video.files.cancel")}
        </Button>
      </div>
    </Notice>
  );
}

type UploadStateProps = {
  slug: string;
  /** Whether the entry has a video. */
  isStored: boolean;
  onFile: (file: File) => void;
};

/** What an upload is doing, in words. */
export function UploadState({ slug, isStored, onFile }: UploadStateProps) {
  const { t } = useTranslation("studio");
  const upload = useVideoUpload(slug);
  const kind = upload?.kind;
  const isWorking = kind === "reading" || kind === "storing";
  return (
    <>
      <LiveText>
        {isWorking ? t(`video.files.${kind}`) : !kind && isStored ? t("video.files.stored") : ""}
      </LiveText>
      {isWorking && <p>{t(`video.files.${kind}`)}</p>}
      {upload?.kind === "failed" && <Failure failure={upload.failure} />}
      {upload && "sent" in upload && <Progress slug={slug} upload={upload} />}
      {!upload && <Interrupted slug={slug} onFile={onFile} />}
    </>
  );
}
