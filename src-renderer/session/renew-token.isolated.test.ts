import { beforeEach, expect, it, vi } from "vitest";
import { getMe } from "#shared/api/user.ts";
import { changePassword } from "#shared/api/account.ts";
import { removePasskey } from "#shared/api/passkeys.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { ada } from "#renderer/testing/sample-user.ts";

type Sent = { endpoint: { path: string }; token: string | null };

/** Answers that the test holds back, by the path that was asked for. */
const held = new Map<string, PromiseWithResolvers<ApiResult<unknown>>>();
const sent: Sent[] = [];
vi.mock("#renderer/api-client/transport.ts", () => ({
  send: (request: Sent) => {
    sent.push(request);
    const awaited = Promise.withResolvers<ApiResult<unknown>>();
    held.set(request.endpoint.path, awaited);
    return awaited.promise;
  },
}));

const unauthorized = {
  data: null,
  error: { kind: "unauthorized", message: "no", status: 401 },
} as const;
const body = { currentPassword: "old", newPassword: "new", repeat: "new" };
const user = { ...ada, roles: ["ROLE_USER"] };

/** Opens a window that is logged in with the token "old". */
async function openWindow() {
  vi.resetModules();
  held.clear();
  sent.length = 0;
  localStorage.setItem("token", "old");
  const { platform } = await import("#renderer/platform/current-platform.ts");
  const { configureClient, call } = await import("#renderer/api-client/client.ts");
  const { useSession } = await import("./session-store.ts");
  const { startSession } = await import("./start-session.ts");
  const { callRenewing } = await import("./renew-token.ts");
  const { onSessionEnded, endSessionHere } = await import("./session-end.ts");
  await platform.load();
  configureClient({ token: () => platform.read("token"), language: () => "en" });
  const ended = vi.fn();
  onSessionEnded(ended);
  const started = startSession();
  await answer("/me", { data: user, error: null });
  await started;
  return { platform, call, callRenewing, useSession, ended, endSessionHere };
}

/** Gives the answer to what was asked, once it was asked. */
async function answer(path: string, result: ApiResult<unknown>): Promise<void> {
  await vi.waitFor(() => expect(held.has(path)).toBe(true));
  held.get(path)?.resolve(result);
  held.delete(path);
}

beforeEach(() => localStorage.clear());

it("keeps the new token on the device and in the state, for all requests from then on", async () => {
  const { platform, call, callRenewing, useSession } = await openWindow();
  const changed = callRenewing(changePassword, { body });
  await answer("/me/password", { data: { token: "new" }, error: null });
  expect((await changed).data).toEqual({ token: "new" });
  expect([platform.read("token"), localStorage.getItem("token")]).toEqual(["new", "new"]);
  expect(useSession.getState()).toMatchObject({ token: "new", user: { name: "Ada" } });
  void call(getMe, {});
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ token: "new" }));
});

it("does not end the session for a 401 of a request with the old token, whichever answer comes first", async () => {
  const { platform, call, callRenewing, ended } = await openWindow();
  const pendingRequest = call(getMe, { silent: true });
  const changed = callRenewing(changePassword, { body });
  await answer("/me", unauthorized);
  expect((await pendingRequest).error?.kind).toBe("unauthorized");
  await answer("/me/password", { data: { token: "new" }, error: null });
  await changed;
  const again = call(getMe, { silent: true });
  await answer("/me", { data: user, error: null });
  await again;
  expect(ended).not.toHaveBeenCalled();
  expect(platform.read("token")).toBe("new");
});

it("ends the session if it has ended before its token was renewed", async () => {
  const { callRenewing, ended } = await openWindow();
  void callRenewing(changePassword, { body });
  await answer("/me/password", unauthorized);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
});

it("ends the session that ended with the passkey it began with", async () => {
  const { platform, callRenewing, ended } = await openWindow();
  const removed = callRenewing(removePasskey, { params: { id: "1" }, body: { password: "x" } });
  await answer("/me/passkeys/:id/removal", { data: { token: null }, error: null });
  await removed;
  expect(ended).toHaveBeenCalledWith({ reason: "expired", here: true });
  expect(platform.read("token")).toBeNull();
});

it("keeps no token that arrives after the user has logged out", async () => {
  const { platform, callRenewing, endSessionHere } = await openWindow();
  const changed = callRenewing(changePassword, { body });
  await vi.waitFor(() => expect(held.has("/me/password")).toBe(true));
  endSessionHere();
  await answer("/me/password", { data: { token: "new" }, error: null });
  await changed;
  expect(platform.read("token")).toBeNull();
});
