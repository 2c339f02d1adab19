import { makeStyles } from "@fluentui/react-components";
import { useCallback, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { getStudioEntry } from "#shared/api/studio.ts";
import { languageTitle } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { fieldId, textOf, withField } from "../fields/field.tsx";
import type { DraftSaver, DraftState } from "../saving/draft-saver.ts";
import { Captions } from "./captions.tsx";
import { FileButton } from "#renderer/components/form/file-button.tsx";
import { FileDrop } from "#renderer/components/form/file-drop.tsx";
import { Still } from "./still.tsx";
import { UnfinishedUploads } from "./unfinished-uploads.tsx";
import { UploadState } from "./upload-state.tsx";
import { continueVideo, forgetVideo, uploadVideo, useVideoUpload } from "./video-uploads.ts";

const useStyles = makeStyles({
  root: {
    gap: "16px",
    padding: "16px",
    marginBottom: "24px",
    "& p": { margin: 0 },
  },
  video: { width: "100%", maxWidth: "560px", aspectRatio: "16 / 9", backgroundColor: "black" },
});

/** Changes fields of a working copy; `undefined` removes one. */
type ChangeMetadata = (changes: Record<string, unknown>) => void;

function useChange(saver: DraftSaver): ChangeMetadata {
  return useCallback(
    (changes) =>
      saver.change((draft) => {
        let { metadata } = draft;
        for (const [name, value] of Object.entries(changes)) {
          metadata = withField(metadata, name, value);
        }
        return { ...draft, metadata };
      }),
    [saver],
  );
}

/**
 * Has the entry name a video that the API has stored for it. The change is saved like any other: the API only added the
 * file, so it is no conflict with what is being typed.
 */
function useStoredVideo(saver: DraftSaver, change: ChangeMetadata): void {
  const { kind, slug } = saver.read().entry;
  const upload = useVideoUpload(slug);
  useEffect(() => continueVideo(slug), [slug]);
  useEffect(() => {
    if (upload?.kind !== "stored") return;
    const { source, facts } = upload;
    const { durationSeconds, framesPerSecond } = facts;
    change({ source, durationSeconds, framesPerSecond: framesPerSecond ?? undefined });
    forgetVideo(slug);
    // For the address at which it is shown.
    void saver.act(() => call(getStudioEntry, { params: { kind, slug }, silent: true }));
  }, [upload, saver, change, kind, slug]);
}

type VideoFilesProps = { saver: DraftSaver; state: DraftState; isReadOnly: boolean };

/** The files of a video: itself, which is uploaded so that it goes on after a break, its still, and captions. */
export function VideoFiles({ saver, state, isReadOnly }: VideoFilesProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const heading = useId();
  const video = useRef<HTMLVideoElement>(null);
  const { entry, draft } = state;
  const { slug, pictures } = entry;
  const change = useChange(saver);
  useStoredVideo(saver, change);
  const upload = useVideoUpload(slug);
  const source = textOf(draft.metadata["source"]);
  const { [source]: address } = pictures;
  const isBusy = upload !== null && upload.kind !== "failed";
  const choose = (file: File) => {
    if (!isReadOnly && !isBusy) void uploadVideo(slug, file);
  };
  return (
    <FileDrop aria-labelledby={heading} className={styles.root} onFile={choose}>
      <Heading level={2} size="label" id={heading}>
        {t("video.files.title")}
      </Heading>
      {address !== undefined && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks come from a list
        <video ref={video} className={styles.video} src={address} controls preload="metadata">
          {writtenLanguages().map((language) => (
            <track
              key={language}
              kind="captions"
              srcLang={language}
              label={languageTitle(language, i18n.language)}
              src={pictures[`${slug}.${language}.vtt`]}
            />
          ))}
        </video>
      )}
      {!isReadOnly && (
        <>
          {!isBusy && (
            <>
              <p>{t("video.files.drop")}</p>
              <FileButton
                id={fieldId("source")}
                accept="video/mp4,video/webm,.mp4,.webm"
                onFile={choose}
              >
                {source === "" ? t("video.files.choose") : t("video.files.replace")}
              </FileButton>
            </>
          )}
          <UploadState slug={slug} isStored={source !== ""} onFile={choose} />
          <UnfinishedUploads slug={slug} />
        </>
      )}
      <Still
        saver={saver}
        address={pictures[textOf(draft.metadata["poster"])] ?? null}
        video={address === undefined ? null : video}
        isReadOnly={isReadOnly}
        onChange={change}
      />
      <Captions
        saver={saver}
        chosen={draft.metadata["captions"]}
        isReadOnly={isReadOnly}
        onChange={change}
      />
    </FileDrop>
  );
}
