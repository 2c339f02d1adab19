import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  checkDraft,
  getStudioEntry,
  makePreview,
  publishDraft,
  saveDraft,
  showDraft,
  takeOverEntry,
  withdrawEntry,
  type StudioEntry,
} from "#shared/api/studio.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { setUser, useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import "#renderer/testing/indexed-db.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { chooseInMenu } from "#renderer/testing/step-dialog.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { EditorPage } from "./editor.tsx";
import NewEntryPage from "./new-entry-page.tsx";
import { sampleDraft, sampleEntry } from "./testing/sample-studio.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("./editor/markdown-editor.tsx", () => ({
  default: ({ initial, label, readOnly, onChange }: Record<string, unknown>) => (
    <textarea
      aria-label={String(label)}
      defaultValue={String(initial)}
      readOnly={Boolean(readOnly)}
      onChange={({ target }) => (onChange as (text: string) => void)(target.value)}
    />
  ),
}));

const saved = (revision: number, problems: StudioEntry["problems"] = []) => ({
  data: { revision, edited: { by: "Ada", at: "2026-11-26T12:00:00.000Z", isOwn: true }, problems },
});
const path = "/studio/articles/weave-entries";
const lastSave = () =>
  sentTo(saveDraft).at(-1)?.input.body as { revision: number; draft: StudioEntry["draft"] };

const open = (entry: StudioEntry | null = sampleEntry()) => {
  if (entry) answer(getStudioEntry, { data: entry });
  return renderPage(
    <Routes>
      <Route
        path="/studio/:kind/:slug"
        element={
          <EditorPage
            pages={{
              member: ({ entry: shown }) => <p>{shown.body}</p>,
              visitor: ({ preview }) => <TextLink to="/articles">{preview.opening}</TextLink>,
            }}
          />
        }
      />
      <Route path="/studio/new/:kind" element={<NewEntryPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    entry ? path : "/studio/new/recipes",
  );
};

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
  answer(saveDraft, saved(6));
});

it("says which videos stay links, as the owner does not allow their sites, while it is written", async () => {
  const user = open();
  const text = await screen.findByLabelText("English: text");
  fireEvent.change(text, {
    target: {
      value: "See https://vimeo.com/12345 there.\n\n```\nhttps://vimeo.com/12345\n```",
    },
  });
  expect(screen.queryByText(/stays a link/)).toBeNull();
  fireEvent.change(text, { target: { value: "[Weaves](https://youtu.be/dQw4w9WgXcQ)" } });
  await screen.findByText(/A link to a video stays a link: YouTube is not allowed in Settings/);
  await user.click(screen.getByRole("link", { name: "Go to settings" }));
  await expectAddress("/dashboard?section=settings");
});

describe("where the portal has one language", () => {
  const demo = brand;
  beforeEach(() => setBrand({ ...demo, languages: ["en"] }));
  afterEach(() => setBrand(demo));

  it("an entry has one column, and keeps the text of a language that was turned off", async () => {
    const { texts, metadata } = sampleDraft;
    const pl = { front: { title: "Wejścia", summary: "Opis." }, body: "Tekst." };
    const user = open(sampleEntry({ draft: { metadata, texts: { ...texts, pl } } }));
    await user.type(await screen.findByLabelText("English: title"), "!");
    expect(screen.queryByLabelText(/^Polish/)).toBeNull();
    expect(screen.queryByText(/Polish/)).toBeNull();
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText(/^Saved \d/);
    expect(lastSave().draft.texts.pl).toEqual(pl);
  });

  it("which is Polish, an entry needs that text, and keeps its English one", async () => {
    setBrand({ ...demo, languages: ["pl"] });
    const user = open();
    await screen.findByText("There is no Polish text. Every entry needs one.");
    expect(screen.queryByLabelText(/^English/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Begin with the English text" }));
    await user.type(await screen.findByLabelText("Polish: title"), "Wejścia");
    expect(screen.getByLabelText("Polish: text")).toHaveProperty("value", "The first pole.");
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText(/^Saved \d/);
    expect(lastSave().draft.texts).toMatchObject({
      en: sampleDraft.texts.en,
      pl: { front: { title: "Wejścia" } },
    });
  });

  it("no column for another text is offered", async () => {
    open();
    await screen.findByLabelText("English: title");
    expect(screen.queryByText(/Polish/)).toBeNull();
  });
});

describe("an entry that is written", () => {
  it("is saved in both languages by Ctrl+S, with fields that the studio does not know", async () => {
    const { texts, metadata } = sampleDraft;
    const draft = {
      metadata: { ...metadata, unknown: { kept: true } },
      texts: { en: { ...texts.en, front: { ...texts.en.front, showDay: [{ daysBefore: 1 }] } } },
    };
    const user = open(sampleEntry({ draft }));
    await user.type(await screen.findByLabelText("English: title"), "!");
    await user.click(screen.getByRole("button", { name: "Add Polish" }));
    await user.type(screen.getByLabelText("Polish: title"), "Wejścia");
    await user.type(await screen.findByLabelText("Polish: text"), "Tekst");
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText(/^Saved \d/);
    expect(lastSave()).toEqual({
      revision: 5,
      draft: {
        metadata: draft.metadata,
        texts: {
          en: { ...draft.texts.en, front: { ...draft.texts.en.front, title: "Weave entries!" } },
          pl: {
            front: { title: "Wejścia", summary: "", showDay: [{ daysBefore: 1 }] },
            body: "Tekst",
          },
        },
      },
    });
  });

  it("says what is missing once it is to be published: at its field, or where that is not on screen in the list that leads there", async () => {
    const problems = [
      { place: "en.title", message: "Too long" },
      { place: "author", message: "Who wrote it?" },
    ];
    const user = open(sampleEntry({ problems }));
    const title = await screen.findByLabelText("English: title");
    expect(title.getAttribute("aria-invalid")).toBeNull();
    answer(publishDraft, {
      error: {
        kind: "rejected",
        status: 400,
        code: "validation",
        message: "",
        fields: Object.fromEntries(problems.map(({ place, message }) => [place, message])),
      },
    });
    await chooseInMenu(user, "Publish", "Publish now");
    await screen.findByText(/Not published yet/);
    expect(title.getAttribute("aria-invalid")).toBe("true");
    const messageOf = (field: HTMLElement) =>
      document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
    const follow = async (name: string) => {
      screen.getByRole("button", { name }).focus();
      await user.keyboard("{Enter}");
    };
    screen.getByText(/Too long/);
    expect(messageOf(title)).toBe("Too long");
    await follow("English: title");
    await waitFor(() => expect(document.activeElement).toBe(title));
    screen.getByText(/Who wrote it/);
    await follow("Author: Who wrote it?");
    const author = await screen.findByLabelText("Author");
    await waitFor(() => expect(document.activeElement).toBe(author));
    screen.getByText(/Who wrote it/);
    expect(messageOf(author)).toBe("Who wrote it?");
  });

  it("is scheduled for a time in the owner's zone, and withdrawn once that is confirmed", async () => {
    const user = open();
    await chooseInMenu(user, "Publish", "Schedule…");
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/Europe\/Warsaw/);
    dialog.getByDisplayValue(/T08:00$/); // the next morning
    await user.clear(dialog.getByLabelText("Date and time"));
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    dialog.getByText("When should it appear?");
    await user.type(dialog.getByLabelText("Date and time"), "2026-12-24T08:00");
    const scheduled = { state: "scheduled", publishedAt: "2026-12-24T07:00:00.000Z" } as const;
    answer(publishDraft, { data: sampleEntry({ revision: 6, ...scheduled }) });
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await screen.findByText("Scheduled for Thursday, 24 December 2026 at 08:00 CET.");
    await screen.findByText("Appears Thursday, 24 December 2026 at 08:00 CET", { exact: false });
    expect(sentTo(publishDraft)[0]?.input.body).toEqual({ revision: 5, at: "2026-12-24T08:00" });
    answer(withdrawEntry, { data: sampleEntry({ revision: 7 }) });
    await chooseInMenu(user, "Publish", "Withdraw");
    const ask = within(await screen.findByRole("dialog"));
    await user.click(ask.getByRole("button", { name: "Withdraw" }));
    await screen.findByText(/^Withdrawn/);
  });

  it("is taken over from another window while nothing is typed, and says whose it is", async () => {
    open();
    await screen.findByDisplayValue("Weave entries");
    const changed = (title: string) => ({
      ...sampleDraft,
      texts: { en: { ...sampleDraft.texts.en, front: { title, summary: "" } } },
    });
    const hear = (revision: number, title: string, isOwn: boolean) => {
      const edited = { by: "Eva", at: "2026-11-26T12:00:00.000Z", isOwn };
      answer(checkDraft, { data: { revision } });
      answer(getStudioEntry, {
        data: sampleEntry({ revision, draft: changed(title), edited }),
      });
      fireEvent(document, new Event("visibilitychange"));
    };
    hear(6, "By Eva", false);
    await screen.findByDisplayValue("By Eva");
    await screen.findByText(/^Eva saved a newer version/);
    hear(7, "By myself", true);
    await screen.findByDisplayValue("By myself");
    await screen.findByText(/^You saved a newer version in another window/);
    expect(sentTo(saveDraft)).toEqual([]);
  });

  it("of a folder is read only until it is taken over", async () => {
    const user = open(
      sampleEntry({ state: "published", isOfFolder: true, folder: "articles/weave-entries" }),
    );
    const title = await screen.findByLabelText<HTMLTextAreaElement>("English: title");
    expect(title.readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
    screen.getByText(/comes from the folder articles\/weave-entries/);
    answer(takeOverEntry, { data: sampleEntry({ state: "published", revision: 1 }) });
    await user.click(screen.getByRole("button", { name: "Take over" }));
    await screen.findByText(/^Taken over/);
    expect(title.readOnly).toBe(false);
  });

  it("is previewed as members and visitors see it, in a language of one's choice", async () => {
    const { title, summary } = { title: "Weave entries", summary: "S" };
    const { author, tags, motif } = { author: "A", tags: [], motif: "paw" };
    const ids = { kind: "articles", slug: "weave-entries", language: "en", minutes: 1 };
    const shown = { ...ids, title, summary, author, tags, motif };
    // jsdom loads no `srcdoc`
    Object.defineProperty(HTMLIFrameElement.prototype, "srcdoc", {
      configurable: true,
      set(this: HTMLIFrameElement) {
        Object.defineProperty(this.contentDocument, "URL", { value: "about:srcdoc" });
        fireEvent.load(this);
      },
    });
    const preview = { ...shown, opening: "The first words", languages: ["en"] };
    answer(showDraft, { data: { entry: { ...shown, body: "All of it" }, preview } });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Preview" }));
    const frame = await screen.findByTitle<HTMLIFrameElement>("Preview");
    const page = () => frame.contentDocument?.body.textContent;
    await waitFor(() => expect(page()).toBe("All of it"));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Visitor" }));
    expect(page()).toBe("The first words");
    // Its links do not lead away from the studio.
    fireEvent.click(frame.contentDocument!.querySelector("a")!);
    await expectAddress(path);
    await user.click(dialog.getByRole("button", { name: "Polish" }));
    await waitFor(() => expect(sentTo(showDraft).at(-1)?.language).toBe("pl"));
  });
});

describe("text that could not be saved", () => {
  const keep = (body: string, changes = {}) =>
    platform.unsavedDrafts.write("articles/weave-entries/1", {
      userId: ada.id,
      kind: "articles",
      slug: "weave-entries",
      at: "2026-11-25T12:00:00.000Z",
      draft: { ...sampleDraft, texts: { en: { ...sampleDraft.texts.en, body } } },
      ...changes,
    });

  it("is discarded on demand", async () => {
    await keep("From the train");
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await expect.poll(() => platform.unsavedDrafts.read()).toEqual([]);
    expect(sentTo(saveDraft)).toEqual([]);
  });

  it("of somebody else, or of another entry, is not offered; what was saved after all is removed", async () => {
    await keep("Secret", { userId: "2" });
    open();
    await screen.findByLabelText("English: text");
    await expect.poll(async () => (await platform.unsavedDrafts.read()).length).toBe(1);
    expect(screen.queryByText(/There is text on this device/)).toBeNull();
  });
});

it("shows the address of a secret preview until it was seen, whatever rights arrive or go", async () => {
  setUser({ ...ada, roles: ["ROLE_USER", "ROLE_ADMIN"], subscriptionOwned: false });
  answer(makePreview, { data: { token: "secret-token", until: "2026-12-03T12:00:00.000Z" } });
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Details" }));
  await user.click(await screen.findByRole("button", { name: "Make an address" }));
  await user.type(await screen.findByLabelText("Current password"), "the right one{Enter}");
  const field = await screen.findByDisplayValue(/secret-token/);
  for (const subscriptionOwned of [true, false]) {
    await act(async () =>
      setUser({ ...ada, roles: ["ROLE_USER", "ROLE_ADMIN", "ROLE_JUDGE"], subscriptionOwned }),
    );
    await act(() => refresh(getStudioEntry));
    expect(screen.getByDisplayValue(/secret-token/)).toBe(field);
  }
});
