import { Component, type ReactNode } from "react";
import { isReachable, noteLoss, onReconnect } from "../api-client/connection.ts";
import { ChunkLoadError, failureLasts, isWorthReload } from "../components/load-chunk.ts";
import { ErrorPage } from "./error-page.tsx";

/** ms after which a missing part that can be done without is fetched again. */
const nextTry = 30_000;

type Props = {
  children: ReactNode;
  /** Stands in for what can be done without. */
  fallback?: ReactNode;
};
type State = { error: unknown; reloading: boolean };

/**
 * Keeps a failure to the page where it happened. A chunk that is missing on a server that answers
 * is worth one reload; one that could not be reached is fetched again once there is a connection.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, reloading: false };
  #stop: () => void = () => {};

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkLoadError)) return;
    // Not for what can be done without: a reload takes what was being typed.
    const reloads = this.props.fallback === undefined && isWorthReload(error);
    if (reloads) this.setState({ reloading: true });
    void this.#recover(reloads);
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  async #recover(reloads: boolean): Promise<void> {
    this.#stop();
    let stopped = false;
    this.#stop = () => (stopped = true);
    const reachable = await isReachable();
    if (stopped) return;
    if (reachable && reloads) return window.location.reload();
    if (reachable) {
      // What can be done without has no button to try again.
      if (this.props.fallback !== undefined) this.#tryAgain(nextTry);
      return;
    }
    this.setState({ reloading: false });
    this.#stop = onReconnect(() => this.#tryAgain(failureLasts));
    noteLoss();
  }

  #tryAgain(pause: number): void {
    this.#stop();
    const timer = setTimeout(() => this.setState({ error: null }), pause);
    this.#stop = () => clearTimeout(timer);
  }

  override render(): ReactNode {
    const { error, reloading } = this.state;
    if (error === null) return this.props.children;
    if (reloading) return null;
    return this.props.fallback === undefined ? <ErrorPage error={error} /> : this.props.fallback;
  }
}
