import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useMutation } from "./use-mutation.ts";

/** An action that ends when the test says so. */
function pendingAction() {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  return { action: vi.fn((_name: string) => promise), resolve, reject };
}

it("is busy until the action ends, and passes the arguments on", async () => {
  const { action, resolve } = pendingAction();
  const { result } = renderHook(() => useMutation(action));
  act(() => void result.current.run("Kim"));
  expect(result.current.busy).toBe(true);
  expect(action).toHaveBeenCalledWith("Kim");
  await act(async () => resolve(null));
  expect(result.current).toMatchObject({ busy: false, failure: null });
});

it("runs once for a double click that comes before the next render", async () => {
  const { action, resolve } = pendingAction();
  const { result } = renderHook(() => useMutation(action));
  const { run } = result.current;
  act(() => {
    void run("first");
    void run("second");
  });
  expect(action).toHaveBeenCalledOnce();
  await act(async () => resolve(null));
  await act(() => run("third"));
  expect(action).toHaveBeenCalledTimes(2);
});

it("holds the failure until the next run or a reset", async () => {
  const { result } = renderHook(() => useMutation(async (why: string | null) => why));
  await act(() => result.current.run("offline"));
  expect(result.current.failure).toBe("offline");
  await act(() => result.current.run(null));
  expect(result.current.failure).toBeNull();
  await act(() => result.current.run("busy"));
  act(() => result.current.reset());
  expect(result.current.failure).toBeNull();
});

it("reports what an action threw, and can be run again", async () => {
  const { action, reject } = pendingAction();
  const reported = vi.fn<typeof reportError>();
  vi.stubGlobal("reportError", reported);
  const { result } = renderHook(() => useMutation(action));
  act(() => void result.current.run("Kim"));
  await act(async () => reject(new Error("broken")));
  expect(reported.mock.calls).toEqual([[new Error("broken")]]);
  expect(result.current.busy).toBe(false);
  await act(() => result.current.run("Kim"));
  expect(action).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
