import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { listDogs } from "#shared/api/dogs.ts";
import { changeShow, type Show } from "#shared/api/show-day.ts";
import { hasTypedText } from "#renderer/session/draft.ts";
import { show as sampleShow } from "./testing/sample-shows.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ShowForm } from "./show-form.tsx";

const show = (id: string, name: string) => sampleShow({ id, name });

/** Opens the form, and returns what types, the field of the name, and what was called. */
async function open(of: Show | null) {
  answer(listDogs, { data: { items: [] } });
  const called = { onSaved: vi.fn(), onCancel: vi.fn() };
  const user = renderPage(<ShowForm show={of} {...called} />, "/");
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: /name/i });
  return { user, name, ...called };
}

describe("the form for a show", () => {
  it("keeps what was typed to change a show while it is left, for that show only", async () => {
    const first = await open(show("1", "Spring cup"));
    await first.user.type(first.name, " in May");
    cleanup();
    expect((await open(show("2", "Autumn cup"))).name.value).toBe("Autumn cup");
    cleanup();
    expect((await open(null)).name.value).toBe("");
    cleanup();
    expect((await open(show("1", "Spring cup"))).name.value).toBe("Spring cup in May");
  });

  it("forgets the change that is cancelled or saved, and keeps nothing that was not typed", async () => {
    const first = await open(show("1", "Spring cup"));
    await first.user.type(first.name, " in May");
    await first.user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(first.onCancel).toHaveBeenCalled();
    cleanup();
    const again = await open(show("1", "Spring cup"));
    expect([again.name.value, hasTypedText()]).toEqual(["Spring cup", false]);
    await again.user.type(again.name, "!");
    answer(changeShow, { data: show("1", "Spring cup!") });
    await again.user.click(screen.getByRole("button", { name: /save/i }));
    await waitFor(() => expect(again.onSaved).toHaveBeenCalled());
    cleanup();
    expect(hasTypedText()).toBe(false);
  });

  it("keeps what was typed for a new show, also when it is cancelled", async () => {
    const first = await open(null);
    await first.user.type(first.name, "Winter cup");
    await first.user.click(screen.getByRole("button", { name: "Cancel" }));
    cleanup();
    expect((await open(null)).name.value).toBe("Winter cup");
  });
});
