import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "./states.tsx";

/** Why a query failed; `kind` chooses the sentence, as in `ApiFailure`. */
export type QueryFailure = { kind: string };

/** What QueryView reads of a query: a result of `useApiQuery`, or anything else of this shape. */
export type ViewedQuery<Data, Failure extends QueryFailure> = {
  data: Data | undefined;
  error: { failure: Failure } | null;
  refetch: () => unknown;
};

function ErrorState({ kind, onRetry }: QueryFailure & { onRetry: () => void }) {
  const { t } = useTranslation();
  const text =
    kind === "offline"
      ? t("failed.offline")
      : kind === "timeout"
        ? t("failed.timeout")
        : t("failed.text");
  return (
    <div role="alert">
      <EmptyState
        motif="whistle"
        title={t("failed.title")}
        text={text}
        action={
          <Button size="large" onClick={onRetry}>
            {t("failed.retry")}
          </Button>
        }
      />
    </div>
  );
}

type QueryViewProps<Data, Failure extends QueryFailure> = {
  query: ViewedQuery<Data, Failure>;
  /** Placeholder while the query has neither data nor an error. */
  loading: ReactNode;
  /** Renders a failure; `standard` is the default view, which says what happened and offers a retry. */
  renderFailure?: (failure: Failure, standard: ReactNode) => ReactNode;
  /** Shown instead of the data when `isEmpty` returns true. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Hides data that was loaded before a later load failed: it must not be acted on. */
  hidesStale?: boolean;
  children: (data: Data) => ReactNode;
};

/** Renders a query: a placeholder while it loads, its failure (offline included), or its data. */
export function QueryView<Data, Failure extends QueryFailure>({
  query,
  loading,
  renderFailure,
  empty = null,
  isEmpty,
  hidesStale = false,
  children,
}: QueryViewProps<Data, Failure>) {
  const { data, error } = query;
  if (error && (data === undefined || hidesStale)) {
    const { failure } = error;
    const standard = <ErrorState kind={failure.kind} onRetry={() => void query.refetch()} />;
    return renderFailure ? renderFailure(failure, standard) : standard;
  }
  if (data === undefined) return loading;
  return isEmpty?.(data) ? empty : children(data);
}
