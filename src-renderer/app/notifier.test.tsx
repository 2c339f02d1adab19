import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { useNotifications } from "./notifications.ts";
import { Notifier } from "./notifier.tsx";

const show = (...texts: string[]) =>
  act(() =>
    useNotifications.setState({
      messages: texts.map((text) => ({ id: text, text, reference: undefined, acts: [] })),
    }),
  );
const shown = () => screen.queryAllByRole("listitem");

beforeEach(() => {
  renderPage(
    <>
      <input aria-label="Name" />
      <Notifier />
    </>,
  );
});
afterEach(() => {
  useNotifications.setState({ messages: [] });
});

it("shows four at a time, each once", () => {
  show("1", "2");
  show("1", "2");
  expect(shown()).toHaveLength(2);
  show("1", "2", "3", "4", "5");
  expect(shown()).toHaveLength(4);
});

it("takes away what is no failure any more, also of those that wait", async () => {
  show("1", "2", "3", "4", "5", "6");
  show("1", "3", "4", "6");
  await waitFor(() => expect(shown()).toHaveLength(4));
  await waitFor(() =>
    expect(shown().map((item) => /\d/.exec(item.textContent)?.[0])).toEqual(
      expect.arrayContaining(["1", "3", "4", "6"]),
    ),
  );
});

it("gives the focus to the next one, then back to where it came from", () => {
  const field = screen.getByRole("textbox", { name: "Name" });
  act(() => field.focus());
  show("1", "2");
  act(() => screen.getAllByRole("button", { name: "Dismiss" })[0]!.focus());
  fireEvent.click(document.activeElement!);
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toBe(document.activeElement);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(document.activeElement).toBe(field);
});

it("Escape closes all of them", () => {
  const field = screen.getByRole("textbox", { name: "Name" });
  act(() => field.focus());
  show("1", "2");
  act(() => screen.getAllByRole("button", { name: "Dismiss" })[0]!.focus());
  fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  expect(shown()).toHaveLength(0);
  expect(document.activeElement).toBe(field);
});
