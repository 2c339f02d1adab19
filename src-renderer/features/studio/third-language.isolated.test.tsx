import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { getStudioEntry, saveDraft } from "#shared/api/studio.ts";
import { addTag, listTags } from "#shared/api/tags.ts";
import type { Language } from "#shared/languages.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import "#renderer/testing/indexed-db.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { EditorPage } from "./editor.tsx";
import { TagsPart } from "./names/tags-part.tsx";
import { sampleDraft, sampleEntry } from "./testing/sample-studio.ts";

/* The code has a third language: its line in `languages.ts` is there before anything else is loaded. */
const { de } = await vi.hoisted(async () => {
  const { languageFacts, languages } = await import("#shared/languages.ts");
  const known: string[] = languages as never; // read-only for everybody else
  if (!known.includes("de")) known.push("de");
  Object.assign(languageFacts, { de: { locale: "de-DE", isComplete: false } });
  return { de: "de" as Language };
});

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("./editor/markdown-editor.tsx", () => ({
  default: ({ initial, label }: Record<string, unknown>) => (
    <textarea aria-label={String(label)} defaultValue={String(initial)} />
  ),
}));

beforeEach(() => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("min-width"), // a wide window
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  useSession.setState({ status: "ready", token: "t", user: { ...ada, roles: ["ROLE_ADMIN"] } });
  setBrand({ ...brand, languages: ["en", "pl", de] });
});

it("has a column of its own in the editor, once it is added", async () => {
  const pl = { front: { title: "Wejścia", summary: "Opis." }, body: "Tekst." };
  const draft = { ...sampleDraft, texts: { ...sampleDraft.texts, pl } };
  answer(getStudioEntry, { data: sampleEntry({ draft, outdated: ["pl"] }) });
  const edited = { by: "Ada", at: "2026-11-26T12:00:00.000Z", isOwn: true };
  answer(saveDraft, { data: { revision: 6, edited, problems: [] } });
  const pages = { member: () => null, visitor: () => null };
  const user = renderPage(
    <Routes>
      <Route path="/studio/:kind/:slug" element={<EditorPage pages={pages} />} />
    </Routes>,
    "/studio/articles/weave-entries",
  );
  await screen.findByText("The Polish text is older than the English one.");
  await screen.findByText(
    "There is no German text. Readers of the German pages see the English one.",
  );
  await user.click(screen.getByRole("button", { name: "Add German" }));
  await user.type(screen.getByLabelText("German: title"), "Slalom");
  for (const label of ["English: title", "Polish: title"]) screen.getByLabelText(label);
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByText(/^Saved \d/);
  expect(sentTo(saveDraft).at(-1)?.input.body).toMatchObject({
    draft: { texts: { ...draft.texts, de: { front: { title: "Slalom" } } } },
  });
});

it("has a field of its own in forms", async () => {
  const agility = {
    id: "agility",
    revision: 1,
    nameEn: "Agility",
    namePl: "",
    nameDe: "",
    uses: 1,
  };
  answer(listTags, { data: { items: [agility] } });
  const user = renderPage(<TagsPart />);
  await user.click(await screen.findByRole("button", { name: "Add tag" }));
  const form = within(screen.getByRole("form", { name: "Add tag" }));
  await user.type(form.getByLabelText("Name in English"), "Turns");
  await user.type(form.getByLabelText("Name in German"), "Wendungen");
  answer(addTag, { data: agility });
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Turns was saved.");
  expect(sentTo(addTag).at(-1)?.input.body).toEqual({
    nameEn: "Turns",
    namePl: "",
    nameDe: "Wendungen",
  });
});
