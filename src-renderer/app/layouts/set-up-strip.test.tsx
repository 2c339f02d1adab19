import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type Checklist, getChecklist } from "#shared/api/checklist.ts";
import { endSessionHere } from "#renderer/session/session-end.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { SetUpStrip } from "./set-up-strip.tsx";

afterEach(endSessionHere);

const admin = { ...ada, roles: ["ROLE_ADMIN" as const] };
const withSeller = (state: Checklist[number]["state"]) =>
  answer(getChecklist, { data: [{ step: "seller", state }] });
const strip = () => screen.queryByText(/is not set up yet/);

it("leads an admin from a public page to what is left to set up", async () => {
  signIn({ token: "t", user: admin });
  withSeller("open");
  const user = renderPage(<SetUpStrip />, "/about");
  await user.click(await screen.findByRole("button", { name: "See what is left to do" }));
  await expectAddress("/dashboard");
  expect(strip()).toBeNull();
});

it("is not there for members, who ask for nothing", () => {
  signIn({ token: "t", user: ada });
  withSeller("open");
  renderPage(<SetUpStrip />, "/about");
  expect(strip()).toBeNull();
  expect(sentTo(getChecklist)).toHaveLength(0);
});

it.each(["done", "skipped"] as const)("is not there once the seller is %s", async (state) => {
  signIn({ token: "t", user: admin });
  withSeller(state);
  renderPage(<SetUpStrip />, "/about");
  await waitFor(() => expect(sentTo(getChecklist)).toHaveLength(1));
  expect(strip()).toBeNull();
});
