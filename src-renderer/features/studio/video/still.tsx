import { Button, makeStyles } from "@fluentui/react-components";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { uploadPoster } from "#shared/api/studio-videos.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { FieldGroup } from "../fields/field.tsx";
import type { DraftSaver } from "../saving/draft-saver.ts";
import { FileButton, FileFailure } from "#renderer/components/form/file-button.tsx";
import { uploadInTurn } from "./upload-in-turn.ts";

const useStyles = makeStyles({
  still: { width: "240px", maxWidth: "100%", aspectRatio: "16 / 9", objectFit: "cover" },
  row: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** Returns the frame that a video shows; null while it shows none. */
function frameOf(video: HTMLVideoElement | null): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  if (!video || video.readyState < video.HAVE_CURRENT_DATA) return Promise.resolve(null);
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
}

type StillProps = {
  saver: DraftSaver;
  /** Where the present still is; null without one. */
  address: string | null;
  /** The player whose frame can be taken; null without a video. */
  video: RefObject<HTMLVideoElement | null> | null;
  isReadOnly: boolean;
  /** Changes fields of the entry; `undefined` removes one. */
  onChange: (changes: Record<string, unknown>) => void;
};

/** The still of a video: a frame of it, or a picture. */
export function Still({ saver, address, video, isReadOnly, onChange }: StillProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { slug } = saver.read().entry;
  const { busy, failure, run } = useMutation<[Blob | null], ApiFailure | "unread">(
    async (picture) => {
      if (!picture) return "unread";
      const { data, error } = await uploadInTurn(saver, () =>
        call(uploadPoster, { params: { slug }, body: picture, silent: true }),
      );
      if (data) onChange({ poster: data.name });
      return error;
    },
  );
  return (
    <FieldGroup place="poster" title={t("video.files.still")}>
      {address !== null && <img src={address} alt="" className={styles.still} />}
      {!isReadOnly && (
        <>
          <p>{t("video.files.stillHint")}</p>
          <div className={styles.row}>
            {video && (
              <Button
                size="large"
                disabledFocusable={busy}
                onClick={async () => run(await frameOf(video.current))}
              >
                {t("video.files.takeStill")}
              </Button>
            )}
            <FileButton
              accept="image/jpeg,image/png,image/webp"
              disabled={busy}
              onFile={(file) => void run(file)}
            >
              {t("video.files.choosePicture")}
            </FileButton>
          </div>
        </>
      )}
      {failure === "unread" ? (
        <Notice intent="error">{t("video.files.stillUnread")}</Notice>
      ) : (
        <FileFailure failure={failure} field="picture" />
      )}
    </FieldGroup>
  );
}
