import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

const searched = vi.fn();

function Field() {
  const [words, setWords] = useState("weave");
  const { text, type, searchNow } = useTypedSearch(words, (next) => {
    searched(next);
    setWords(next);
  });
  return (
    <>
      <input
        aria-label="Search"
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === "Enter" && searchNow()}
      />
      <button onClick={() => setWords("weave")}>Back</button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Search" });

it("follows words that are changed elsewhere, and does not search for its own again", async () => {
  searched.mockClear();
  const user = renderPage(<Field />);
  await user.clear(field());
  await user.type(field(), "liver{Enter}");
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(field().value).toBe("weave");
  vi.useFakeTimers();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  vi.useRealTimers();
  expect(searched.mock.calls).toEqual([[""], ["liver"]]);
});
