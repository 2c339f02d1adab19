import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { listUploads, type UnfinishedUpload } from "#shared/api/studio-videos.ts";
import { routePath } from "#shared/routes.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { firstLanguage } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { removeUpload, storedUpload, useVideoUpload } from "./video-uploads.ts";

const megabyte = 1_000_000;

const useStyles = makeStyles({
  root: { width: "100%" },
  list: { margin: "8px 0 0", padding: 0, listStyleType: "none" },
  item: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "4px 20px",
    padding: "8px 0",
    overflowWrap: "anywhere",
  },
  what: { minWidth: 0 },
  facts: { display: "block", fontSize: "15px", color: tokens.colorNeutralForeground2 },
});

function Unfinished({ upload }: { upload: UnfinishedUpload }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { number, businessTime } = useFormats();
  const { slug, name, title, sent, size, since } = upload;
  const { busy, failure, run } = useMutation(async () => {
    const error = await removeUpload(upload);
    if (!error) await refresh(listUploads);
    return error;
  });
  const megabytes = (bytes: number) => number(Math.ceil(bytes / megabyte));
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        {t("video.files.of", { name, sent: megabytes(sent), size: megabytes(size) })}
        <span className={styles.facts}>
          {title !== null && (
            <>
              <TextLink to={routePath("studioEntry", { kind: "videos", slug })}>
                {title ? <span lang={firstLanguage()}>{title}</span> : t("untitled")}
              </TextLink>
              {" · "}
            </>
          )}
          {t("video.files.since", { time: businessTime(since) })}
        </span>
      </div>
      <Button
        disabledFocusable={busy}
        aria-label={t("video.files.removeUpload", { name })}
        onClick={() => void run()}
      >
        {t("video.files.remove")}
      </Button>
      {failure && <FormFailure error={rootError(failure)} />}
    </li>
  );
}

/** The unfinished uploads of other entries, windows and devices, which count as well; nothing while there are none. */
export function UnfinishedUploads({ slug }: { slug: string }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const heading = useId();
  const state = useVideoUpload(slug)?.kind;
  const { data } = useApiQuery(listUploads, { silent: true });
  useEffect(() => void refresh(listUploads), [state]);
  const own = storedUpload(slug)?.id;
  const others = data?.items.filter(({ id }) => id !== own) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.root}>
      <Heading level={3} size="label" id={heading}>
        {t("video.files.unfinished")}
      </Heading>
      <p>{t("video.files.unfinishedText")}</p>
      <ul className={styles.list}>
        {others.map((upload) => (
          <Unfinished key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}
