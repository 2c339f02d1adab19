import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { clearCache } from "../../api-client/cache.ts";
import { rememberedPlace } from "../../session/remembered-place.ts";
import { signOut } from "../../session/session-store.ts";
import { resetApi } from "../../testing/fake-api.ts";
import { renderPage } from "../../testing/render-page.tsx";
import RegistrationPaymentPage from "./registration-payment-page.tsx";

vi.mock("../../api-client/transport.ts", () => import("../../testing/fake-api.ts"));

afterEach(() => {
  clearCache();
  resetApi();
  signOut();
});

it("keeps the chosen plan for a visitor who registers or logs in first", async () => {
  const user = renderPage(<RegistrationPaymentPage />, "/registration-payment?plan=yearly");
  await user.click(screen.getByRole("link", { name: "Register" }));
  expect(screen.getByTestId("address").textContent).toBe("/register?plan=yearly");
  expect(rememberedPlace.read()).toBe("/registration-payment?plan=yearly");
});
