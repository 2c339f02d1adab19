import { Button } from "@fluentui/react-components";
import { useEffect, useState, type ReactNode } from "react";
import { ErrorBoundary as CatchErrors, type FallbackProps } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import {
  isReachable,
  recordConnectionFailure,
  onReconnect,
} from "#renderer/api-client/connection.ts";
import { ChunkLoadError, failureLastsMs, isWorthReload } from "#renderer/components/load-chunk.ts";
import { Page } from "#renderer/components/page.tsx";

/** Time after which an optional part whose chunk is missing is fetched again. */
const nextAttemptAfterMs = 30_000;

/** Says what happened. Part of the shell: nothing else can be fetched then. */
function ErrorPage({ error }: { error: unknown }) {
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

/** Calls `retry` once the connection is back. Returns the function that stops waiting. */
function retryWhenReconnected(retry: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onReconnect(() => {
    clearTimeout(timer);
    timer = setTimeout(retry, failureLastsMs);
  });
  recordConnectionFailure();
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/**
 * Recovers from a missing chunk. If the server can be reached, a page is reloaded once, and an optional
 * part is fetched again later: a reload would lose what is being typed. Otherwise the chunk is fetched
 * again once the connection is back. Returns whether the page is about to be reloaded.
 */
function useRecovery({ error, resetErrorBoundary: retry }: FallbackProps, isOptional: boolean) {
  const isMissing = error instanceof ChunkLoadError;
  const [mayReload] = useState(() => isMissing && !isOptional && isWorthReload(error));
  const [isReloading, setReloading] = useState(mayReload);
  useEffect(() => {
    if (!isMissing) return;
    let stop: (() => void) | null = () => {};
    const recover = (isServerThere: boolean) => {
      if (stop === null) return;
      if (!isServerThere) {
        setReloading(false);
        stop = retryWhenReconnected(retry);
      } else if (mayReload) {
        window.location.reload();
      } else if (isOptional) {
        const timer = setTimeout(retry, nextAttemptAfterMs);
        stop = () => clearTimeout(timer);
      }
    };
    void isReachable().then(recover);
    return () => {
      stop?.();
      stop = null;
    };
  }, [isMissing, mayReload, isOptional, retry]);
  return isReloading;
}

function MissingPage(failure: FallbackProps) {
  return useRecovery(failure, false) ? null : <ErrorPage error={failure.error} />;
}

function MissingPart(failure: FallbackProps) {
  useRecovery(failure, true);
  return null;
}

type ErrorBoundaryProps = {
  children: ReactNode;
  /** True for a part that the page can do without: it is left out instead of an error page. */
  isOptional?: boolean;
};

/** Keeps an error to the page, or the optional part, where it happened. */
export const ErrorBoundary = ({ children, isOptional = false }: ErrorBoundaryProps) => (
  <CatchErrors FallbackComponent={isOptional ? MissingPart : MissingPage}>{children}</CatchErrors>
);
