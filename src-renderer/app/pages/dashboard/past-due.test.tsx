import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { getMembership } from "#shared/api/membership.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import {
  activeMembership,
  pastDueMembership,
} from "#renderer/features/billing/membership/testing/samples.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { PastDue } from "./dashboard-home.tsx";

it("asks to pay a renewal that was not paid", async () => {
  answer(getMembership, { data: pastDueMembership });
  renderPage(<PastDue />);
  await screen.findByRole("button", { name: "Pay now" });
});

it("shows nothing to members who owe nothing", async () => {
  answer(getMembership, { data: activeMembership });
  renderPage(<PastDue />);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole("region")).toBeNull();
});
