import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginPasskeyLogin, logInByPasskey } from "#shared/api/passkeys.ts";
import { minuteMs } from "#shared/durations.ts";
import { onFailed } from "#renderer/api-client/client.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { logInByAutofill, PasskeyLogin } from "./passkey-login.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("@simplewebauthn/browser", () => ({
  browserSupportsWebAuthnAutofill: vi.fn(async () => false),
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}));

const options = {
  rpId: "portal.test",
  challenge: "AAAA",
  timeout: 1,
  userVerification: "required",
} as const;
const signed = {
  id: "id",
  rawId: "id",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "a", authenticatorData: "b", signature: "c", userHandle: "d" },
} as const;
const session = { token: "fresh", user: { roles: [] } };
const thrown = (name: string) => Object.assign(new Error("no"), { name });
const button = () => screen.findByRole("button", { name: "Log in with a passkey" });

beforeEach(() => {
  vi.spyOn(platform, "passkeys", "get").mockReturnValue("usable");
  answer(beginPasskeyLogin, { data: options });
});
afterEach(() => void vi.clearAllMocks());

it("says nothing when the user cancelled, and says what the device or the server refused", async () => {
  vi.mocked(startAuthentication).mockRejectedValueOnce(thrown("NotAllowedError"));
  const user = renderPage(<PasskeyLogin disabled={false} />);
  await user.click(await button());
  await waitFor(() => expect(startAuthentication).toHaveBeenCalledOnce());
  expect(screen.queryByRole("alert")).toBeNull();
  vi.mocked(startAuthentication).mockRejectedValueOnce(thrown("UnknownError"));
  await user.click(await button());
  expect((await screen.findByRole("alert")).textContent).toMatch(/could not log in/);
  vi.mocked(startAuthentication).mockResolvedValueOnce(signed);
  answer(logInByPasskey, {
    error: { kind: "unauthorized", message: "", status: 401, code: "passkey-refused" },
  });
  await user.click(await button());
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toMatch(/does not belong to any account here/),
  );
});

it.each(["no-app", "no-address", "no-browser"] as const)("is not offered with %s", (support) => {
  vi.spyOn(platform, "passkeys", "get").mockReturnValue(support);
  renderPage(<PasskeyLogin disabled={false} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it("asks for no challenge before the page is idle", async () => {
  vi.useFakeTimers();
  renderPage(<PasskeyLogin disabled={false} />);
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(sentTo(beginPasskeyLogin)).toHaveLength(0);
  vi.useRealTimers();
});

it("offers passkeys at the field until one is chosen, without telling of failures that nobody caused", async () => {
  vi.mocked(browserSupportsWebAuthnAutofill).mockResolvedValue(true);
  const failed = vi.fn<() => void>();
  const stop = onFailed(failed);
  answer(beginPasskeyLogin, { error: { kind: "offline", message: "" } });
  expect(await logInByAutofill(new AbortController().signal)).toBeNull();
  expect(failed).not.toHaveBeenCalled();
  stop();
  answer(beginPasskeyLogin, { data: options });
  answer(logInByPasskey, { data: session });
  vi.mocked(startAuthentication).mockResolvedValueOnce(signed);
  expect(await logInByAutofill(new AbortController().signal)).toBeNull();
  expect(useSession.getState().token).toBe("fresh");
  expect(startAuthentication).toHaveBeenLastCalledWith({
    optionsJSON: options,
    useBrowserAutofill: true,
  });
});

it("ends the offer when the page is left, and asks for no further challenge", async () => {
  vi.mocked(browserSupportsWebAuthnAutofill).mockResolvedValue(true);
  let cancel = () => {};
  vi.mocked(startAuthentication).mockImplementation(
    () => new Promise((_, reject) => (cancel = () => reject(thrown("AbortError")))),
  );
  const cancelled = vi
    .spyOn(WebAuthnAbortService, "cancelCeremony")
    .mockImplementation(() => cancel());
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderPage(<PasskeyLogin disabled={false} />);
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  await waitFor(() => expect(startAuthentication).toHaveBeenCalledOnce());
  cleanup();
  expect(cancelled).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(startAuthentication).toHaveBeenCalledOnce();
  expect(sentTo(beginPasskeyLogin)).toHaveLength(1);
  vi.useRealTimers();
});

it("gets a new challenge for the offer before the present one expires", async () => {
  vi.mocked(browserSupportsWebAuthnAutofill).mockResolvedValue(true);
  vi.useFakeTimers();
  const leaving = new AbortController();
  let cancel = () => {};
  vi.mocked(startAuthentication).mockImplementation(
    () => new Promise((_, reject) => (cancel = () => reject(thrown("AbortError")))),
  );
  vi.spyOn(WebAuthnAbortService, "cancelCeremony").mockImplementation(() => cancel());
  const offered = logInByAutofill(leaving.signal);
  await vi.advanceTimersByTimeAsync(4 * minuteMs + 10);
  expect(startAuthentication).toHaveBeenCalledTimes(2);
  leaving.abort();
  cancel();
  await offered;
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  expect(startAuthentication).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
