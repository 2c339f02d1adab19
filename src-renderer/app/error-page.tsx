import { Button } from "@fluentui/react-components";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../components/states.tsx";
import { Page } from "../components/page.tsx";
import { ChunkLoadError, reloadForNewVersion } from "./load-chunk.ts";

/** Something broke, or did not load: what happened, and a button to go on. */
function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const texts = error instanceof ChunkLoadError ? "chunk" : "crash";
  return (
    <Page title={t(`${texts}.title`)}>
      <div role="alert">
        <EmptyState
          motif="whistle"
          title={t("failed.title")}
          text={t(`${texts}.text`)}
          action={
            <Button appearance="primary" size="large" onClick={() => window.location.reload()}>
              {t(`${texts}.retry`)}
            </Button>
          }
        />
      </div>
    </Page>
  );
}

type Props = { children: ReactNode; fallback?: ReactNode };
type State = { error: unknown; reloading: boolean };

/** Keeps a failure to the page where it happened; a missing chunk is worth one reload. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, reloading: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (reloadForNewVersion(error)) this.setState({ reloading: true });
  }

  override render(): ReactNode {
    const { error, reloading } = this.state;
    if (error === null) return this.props.children;
    if (reloading) return null;
    return this.props.fallback === undefined ? <ErrorPage error={error} /> : this.props.fallback;
  }
}
