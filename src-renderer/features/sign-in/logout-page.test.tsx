import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { logout } from "#shared/api/sign-in.ts";
import { configureClient, onFailed } from "#renderer/api-client/client.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { signIn, useSession } from "#renderer/session/session-store.ts";
import { sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import LogoutPage from "./logout-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
configureClient({ token: () => platform.read("token"), language: () => "en" });

const kim = { ...ada, id: undefined, name: "Kim", email: undefined };

it("logs out immediately while the server is unreachable, and sends it the old token", async () => {
  const failed = vi.fn<() => void>();
  const stop = onFailed(failed);
  signIn({ token: "mine", user: kim });
  renderPage(<LogoutPage />);
  screen.getByRole("heading", { name: "You are logged out" });
  expect(useSession.getState().user).toBeNull();
  expect(platform.read("token")).toBeNull();
  await waitFor(() => expect(sentTo(logout)[0]?.token).toBe("mine"));
  expect(failed).not.toHaveBeenCalled();
  stop();
});

it("sends nothing without a session", () => {
  renderPage(<LogoutPage />);
  screen.getByRole("link", { name: "Log in again" });
  screen.getByRole("link", { name: "Go to the home page" });
  expect(sentTo(logout)).toHaveLength(0);
});
