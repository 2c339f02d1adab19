import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { apiHost, stopApiHost } from "../testing/api-host.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { openPortal, pendingLogouts } = await import("./open-portal.ts");

let logouts: (string | undefined)[] = [];
let answer: () => Promise<number>;

beforeEach(() => {
  logouts = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await stopApiHost();
});

/** Enters a portal with a token, and leaves it. */
async function leave(): Promise<void> {
  const origin = await apiHost(async ({ url, headers }, response) => {
    if (url !== "/api/logout") return response.writeHead(404).end();
    logouts.push(headers.authorization);
    return response.writeHead(await answer()).end();
  });
  const file = Object.assign(
    new Map<string, unknown>([["portals", { [origin]: { token: { plain: "secret" } } }]]),
    { dropDamaged: () => {} },
  );
  await openPortal(origin, { file, language: () => "en", open: () => {} }).leave();
  expect(JSON.stringify(file.get("portals"))).not.toContain("secret");
}

it.each([204, 401])(
  "a portal is told of the logout until it answers, at last with %d",
  async (last) => {
    const statuses = [503, 500, last];
    answer = async () => statuses.shift() ?? 500;
    await leave();
    await vi.waitUntil(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return logouts.length === 3 && pendingLogouts().length === 0;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pendingLogouts()).toEqual([]);
    expect(logouts).toEqual(Array(3).fill("Bearer secret"));
  },
);

it("quitting waits for a logout that is being sent, for two seconds at most", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  answer = () => promise;
  await leave();
  const settled = vi.fn();
  void Promise.all(pendingLogouts()).then(settled);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalled();
  resolve(204);
  await vi.waitUntil(() => pendingLogouts().length === 0);
});
