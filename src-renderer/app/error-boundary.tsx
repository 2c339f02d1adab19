import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";
import { reloadForNewVersion } from "../components/load-chunk.ts";

type Props = { children: ReactNode; fallback?: ReactNode };
type State = { error: unknown; reloading: boolean };

/** Keeps a failure to the page where it happened; a missing chunk is worth one reload. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, reloading: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    // Not for what can be done without: a reload takes what was being typed.
    if (this.props.fallback !== undefined) return;
    if (reloadForNewVersion(error)) this.setState({ reloading: true });
  }

  override render(): ReactNode {
    const { error, reloading } = this.state;
    if (error === null) return this.props.children;
    if (reloading) return null;
    return this.props.fallback === undefined ? <ErrorPage error={error} /> : this.props.fallback;
  }
}
