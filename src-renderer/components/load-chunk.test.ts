import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, chunkTimeout, loadChunk } from "./load-chunk.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("a chunk", () => {
  it("that fails once is fetched again", async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError("503")).mockResolvedValue("page");
    const chunk = loadChunk(load);
    await vi.runAllTimersAsync();
    expect(await chunk).toBe("page");
  });

  it("that fails twice raises a loading error that says it is missing", async () => {
    const load = vi.fn().mockRejectedValue(new TypeError("404"));
    const chunk = loadChunk(load).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await chunk).toMatchObject({ name: "ChunkLoadError", reason: "missing" });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("that hangs raises a loading error after 120 seconds, not before", async () => {
    const settled = vi.fn();
    void loadChunk(() => new Promise(() => {})).catch(settled);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(expect.any(ChunkLoadError));
    expect(chunkTimeout).toBe(120_000);
  });
});
