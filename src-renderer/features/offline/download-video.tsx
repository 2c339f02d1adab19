import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowDownloadRegular, CheckmarkRegular } from "@fluentui/react-icons";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import type { OfflineVideo } from "#shared/offline-library.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { media as screens } from "#renderer/theme/tokens.ts";
import { findVideo, removeVideo } from "./offline-videos.ts";
import { useOfflineRead } from "./read-offline-library.ts";
import { useMegabytes } from "./storage-space.ts";
import {
  cancelDownload,
  fileSize,
  downloadVideo,
  useDownload,
  type DownloadFailure,
} from "./video-downloads.ts";

const useStyles = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    minHeight: "44px",
    [screens.print]: { display: "none" },
  },
  button: { minHeight: "44px" },
  progress: { width: "200px", maxWidth: "100%" },
  stored: { display: "inline-flex", alignItems: "center", gap: "8px" },
});

function Failure({ failure }: { failure: DownloadFailure }) {
  const { t } = useTranslation("video");
  const megabytes = useMegabytes();
  if (failure.code === "failed") return <Notice intent="error">{t("keep.failed")}</Notice>;
  return (
    <Notice intent="error">
      <p>{t("keep.noRoom", { free: megabytes(failure.free) })}</p>
      <TextLink to={routePath("saved")}>{t("keep.toSaved")}</TextLink>
    </Notice>
  );
}

/** The progress of a download, with a button to cancel it. */
function Progress({ slug, received, total }: { slug: string; received: number; total: number }) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const megabytes = useMegabytes();
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={t("keep.progress")}
        {...(total > 0 && { value: received, max: total })}
      />
      {total > 0 && (
        <span>{t("keep.of", { received: megabytes(received), total: megabytes(total) })}</span>
      )}
      <Button className={styles.button} onClick={() => cancelDownload(slug)}>
        {t("keep.cancel")}
      </Button>
    </>
  );
}

function Stored({ video, onRemoved }: { video: OfflineVideo; onRemoved: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const megabytes = useMegabytes();
  const remove = async () => {
    await removeVideo(video.slug);
    onRemoved();
  };
  return (
    <>
      <span className={styles.stored}>
        <CheckmarkRegular aria-hidden="true" />
        {t("keep.kept", { size: megabytes(video.bytes) })}
      </span>
      <Button className={styles.button} onClick={() => void remove()}>
        {t("keep.remove")}
      </Button>
    </>
  );
}

/** Returns the size of a video's file in bytes; null until the server has reported it. */
function useFileSize(src: string | null): number | null {
  const [size, setSize] = useState<number | null>(null);
  useEffect(() => {
    if (src !== null) void fileSize(src).then(setSize);
  }, [src]);
  return size;
}

/** Lets the user download a video to this device, with its size, and remove it again. */
export function DownloadVideo({
  slug,
  media,
}: {
  slug: string;
  media: NonNullable<Entry["media"]>;
}) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const megabytes = useMegabytes();
  const stored = useOfflineRead(useCallback(() => findVideo(slug), [slug]));
  const size = useFileSize(stored === null ? media.source.src : null);
  const download = useDownload(slug);
  const [wasRemoved, setRemoved] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const failure = download && "failure" in download ? download.failure : null;
  const isUnderWay = download !== null && !failure;
  const message =
    stored && wasAsked ? t("keep.done") : !stored && wasRemoved ? t("keep.removed") : "";
  return (
    <div>
      <div className={styles.row}>
        {isUnderWay && "received" in download && <Progress slug={slug} {...download} />}
        {!isUnderWay && stored && <Stored video={stored} onRemoved={() => setRemoved(true)} />}
        {!isUnderWay && stored === null && (
          <Button
            className={styles.button}
            icon={<ArrowDownloadRegular />}
            onClick={() => {
              setAsked(true);
              void downloadVideo(slug);
            }}
          >
            {size === null ? t("keep.save") : t("keep.saveSize", { size: megabytes(size) })}
          </Button>
        )}
      </div>
      {failure && <Failure failure={failure} />}
      <LiveText>{message}</LiveText>
    </div>
  );
}
