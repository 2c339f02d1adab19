import { act, render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { failureStands, lazyChunk } from "./load-chunk.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? "failed" : this.props.children;
  }
}

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const chunk = { default: Greeting };
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("a chunk's component takes the place of its stand-in as soon as it is there", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof chunk>();
  const Late = lazyChunk(
    () => promise,
    ({ name }: { name: string }) => `${name} is on the way`,
  );
  const { container } = render(<Late name="Ada" />);
  expect(container.textContent).toBe("Ada is on the way");
  resolve(chunk);
  await wait(0);
  expect(container.textContent).toBe("Hello Ada");
  render(<Late name="Bob" />);
  expect(screen.getByText("Hello Bob")).toBeTruthy(); // at once: it is there
});

it("a chunk that failed stays failed for a moment, and is fetched anew after it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi.fn(async () => chunk);
  load.mockRejectedValueOnce(new Error("gone")).mockRejectedValueOnce(new Error("gone"));
  const Late = lazyChunk(load);
  const shown = (key: number) => (
    <Boundary key={key}>
      <Late name="Ada" />
    </Boundary>
  );
  const { container, rerender } = render(shown(1));
  await wait(failureStands - 1_000);
  expect(container.textContent).toBe("failed");
  rerender(shown(2));
  expect(container.textContent).toBe("failed");
  expect(load).toHaveBeenCalledTimes(2);
  await wait(failureStands);
  rerender(shown(3));
  await wait(0);
  expect(container.textContent).toBe("Hello Ada");
});
