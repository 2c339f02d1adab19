import { act, render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ChunkLoadError,
  chunkTimeoutMs,
  createChunk,
  failureLastsMs,
  lazyChunk,
} from "./load-chunk.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("a chunk", () => {
  it("that fails once is fetched again", async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError("503")).mockResolvedValue("page");
    const chunk = createChunk(load).load();
    await vi.runAllTimersAsync();
    expect(await chunk).toBe("page");
  });

  it("that fails twice raises a loading error that says it is missing", async () => {
    const load = vi.fn().mockRejectedValue(new TypeError("404"));
    const chunk = createChunk(load)
      .load()
      .catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await chunk).toMatchObject({ name: "ChunkLoadError", reason: "missing" });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("that hangs raises a loading error after 120 seconds, not before", async () => {
    const settled = vi.fn();
    void createChunk(() => new Promise(() => {}))
      .load()
      .catch(settled);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(expect.any(ChunkLoadError));
    expect(chunkTimeoutMs).toBe(120_000);
  });
});

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? "failed" : this.props.children;
  }
}

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const module = { default: Greeting };

describe("a lazy component", () => {
  it("takes the place of its placeholder as soon as its chunk is there", async () => {
    const { promise, resolve } = Promise.withResolvers<typeof module>();
    const Late = lazyChunk(
      () => promise,
      ({ name }: { name: string }) => `${name} is loading`,
    );
    const { container } = render(<Late name="Ada" />);
    expect(container.textContent).toBe("Ada is loading");
    resolve(module);
    // Suspense would keep the placeholder for 300 ms.
    await wait(0);
    expect(container.textContent).toBe("Hello Ada");
    render(<Late name="Bob" />);
    screen.getByText("Hello Bob");
  });

  it("has no placeholder where its chunk was loaded before", async () => {
    const Late = lazyChunk(
      async () => module,
      () => "loading",
    );
    await Late.load();
    const { container } = render(<Late name="Ada" />);
    expect(container.textContent).toBe("Hello Ada");
  });

  it("stays failed for a moment after its chunk failed, and fetches it again after that", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const load = vi.fn(async () => module);
    load.mockRejectedValueOnce(new Error("gone")).mockRejectedValueOnce(new Error("gone"));
    const Late = lazyChunk(load);
    const shown = (key: number) => (
      <Boundary key={key}>
        <Late name="Ada" />
      </Boundary>
    );
    const { container, rerender } = render(shown(1));
    await wait(failureLastsMs - 1_000);
    expect(container.textContent).toBe("failed");
    rerender(shown(2));
    expect(container.textContent).toBe("failed");
    expect(load).toHaveBeenCalledTimes(2);
    await wait(failureLastsMs);
    rerender(shown(3));
    await wait(0);
    expect(container.textContent).toBe("Hello Ada");
  });
});
