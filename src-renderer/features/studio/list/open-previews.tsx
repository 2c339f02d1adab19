import { Button, makeStyles } from "@fluentui/react-components";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { listPreviews, revokePreview, type OpenPreview } from "#shared/api/studio.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { firstLanguage } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  root: {
    marginBottom: "24px",
    padding: "16px 20px",
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    "> p": { margin: "4px 0 0", color: tokens.colorNeutralForeground2 },
  },
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
  facts: { display: "block", fontSize: "15px", color: tokens.colorNeutralForeground2 },
});

function Preview({ preview }: { preview: OpenPreview }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { businessTime } = useFormats();
  const { kind, slug, by, until } = preview;
  const title = preview.title || t("untitled");
  const { busy, failure, run } = useMutation(async () => {
    const { error } = await call(revokePreview, { params: { kind, slug } });
    if (error) return error;
    await refresh(listPreviews);
    return null;
  });
  return (
    <li className={styles.item}>
      <div>
        <TextLink to={routePath("studioEntry", { kind, slug })}>
          <span lang={firstLanguage()}>{title}</span>
        </TextLink>
        <span className={styles.facts}>
          {t("preview.by", { name: by, time: businessTime(until) })}
        </span>
      </div>
      <Button
        disabledFocusable={busy}
        aria-label={t("preview.revokeOf", { title })}
        onClick={() => void run()}
      >
        {t("preview.revoke")}
      </Button>
      {failure && <FormFailure error={rootError(failure)} />}
    </li>
  );
}

/** The open secret previews, which any admin can revoke; nothing while there are none. */
export function OpenPreviews() {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const heading = useId();
  const { data } = useApiQuery(listPreviews, { silent: true });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.root}>
      <Heading level={2} size="label" id={heading}>
        {t("preview.open")}
      </Heading>
      <p>{t("preview.openText")}</p>
      <ul className={styles.list}>
        {data.items.map((preview) => (
          <Preview key={`${preview.kind}/${preview.slug}`} preview={preview} />
        ))}
      </ul>
    </section>
  );
}
