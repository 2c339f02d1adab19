import { beforeEach, expect, test, vi } from "vitest";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { prepareFirstPage } from "./first-page.ts";

const { prefetchPage, codeArrives, code } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { prefetchPage: vi.fn(), codeArrives: resolve, code: promise };
});
vi.mock("./page-queries.ts", async () => {
  await code;
  return { prefetchPage };
});

beforeEach(() => {
  window.history.replaceState(null, "", "/membership");
  platform.write("token", "a-token");
  useSession.setState({ status: "starting", token: null, user: null });
});

test("asks for nothing if the token turned out to be invalid before the code was there", async () => {
  await prepareFirstPage();
  useSession.setState({ status: "ready" });
  codeArrives();
  await import("./page-queries.ts");
  await Promise.resolve();
  expect(prefetchPage).not.toHaveBeenCalled();
});

test("asks for the page's data while the API is asked whom the token belongs to", async () => {
  await prepareFirstPage();
  await vi.waitFor(() => expect(prefetchPage).toHaveBeenCalledOnce());
});

test("asks for the data of the page that somebody has gone to before the code was there", async () => {
  prefetchPage.mockClear();
  await prepareFirstPage();
  window.history.replaceState(null, "", "/announcements");
  await vi.waitFor(() => expect(prefetchPage).toHaveBeenCalledOnce());
  expect(prefetchPage.mock.calls[0]?.[0]).toBe("announcements");
});
