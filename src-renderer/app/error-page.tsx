import { Button } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Page } from "../components/page.tsx";
import { ChunkLoadError } from "../components/load-chunk.ts";

/**
 * Something broke, or did not load: what happened, and a button to go on. Part of the shell, since
 * it stands where nothing else can be fetched.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const texts = error instanceof ChunkLoadError ? "chunk" : "crash";
  return (
    <div role="alert">
      <Page title={t(`${texts}.title`)} lead={t(`${texts}.text`)}>
        <Button appearance="primary" size="large" onClick={() => window.location.reload()}>
          {t(`${texts}.retry`)}
        </Button>
      </Page>
    </div>
  );
}
