import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { getNews, setNews } from "#shared/api/readers.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { NewsSwitch } from "./news-switch.tsx";

it("says when mails came back, until the news is switched on again", async () => {
  answer(getNews, { data: { wanted: false, bouncedAt: "2026-11-20T10:00:00.000Z" } });
  answer(setNews, { data: { wanted: true, bouncedAt: null } });
  const user = renderPage(<NewsSwitch />);
  await screen.findByText(/came back on/);
  await user.click(screen.getByRole("checkbox", { name: "Send me news by e-mail" }));
  await screen.findByText("You will get our news by e-mail. Every one has a link to unsubscribe.");
  await waitFor(() => expect(screen.queryByText(/came back on/)).toBeNull());
  expect(sentTo(setNews)[0]?.input.body).toEqual({ wanted: true });
});
