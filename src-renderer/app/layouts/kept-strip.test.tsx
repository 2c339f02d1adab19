import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useCooking } from "../../features/library/recipe/cooking-store.ts";
import { renderPage } from "../../testing/render-page.tsx";
import KeptStrip from "./kept-strip.tsx";

vi.mock("../../api-client/transport.ts", () => import("../../testing/fake-api.ts"));

afterEach(() => useCooking.setState({ ticks: {}, timers: [] }));

it("timers of a kept recipe run on every page of a start without a connection", async () => {
  const endsAt = Date.now() + 90_000;
  const timer = { id: "1", slug: "stew", title: "Stew", step: 1, seconds: 120, endsAt };
  useCooking.setState({ timers: [timer] });
  renderPage(<KeptStrip className="" />, "/saved");
  expect(await screen.findByRole("region", { name: "Timers" })).toBeTruthy();
  expect(screen.getByText(/^1:\d\d left$/)).toBeTruthy();
});
