import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  approveJudgeNote,
  listJudgeNotes,
  listModeratedNotes,
  rejectJudgeNote,
  type ModeratedNote,
  type OwnNote,
} from "#shared/api/judge-notes.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { JudgeNotes } from "./judge-notes.tsx";
import { Moderation } from "./moderation.tsx";

const signIn = (...roles: string[]) =>
  useSession.setState({ status: "ready", token: "t1", user: { ...ada, roles } });
beforeEach(() => {
  signIn();
  // Everything is near: jsdom has no layout.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen;
      }
      observe() {
        this.#seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});

const note = {
  id: "n1",
  author: "Ruth Palmer",
  text: "Keep the line.\n\nThen turn.",
  language: "en",
  approvedAt: "2026-11-01T08:00:00.000Z",
} as const;
const own: OwnNote = {
  text: "Mine.",
  language: "en",
  state: "waiting",
  reason: null,
  isShown: false,
};
const open = () => renderPage(<JudgeNotes kind="articles" slug="weave-entries" />);

describe("judges' notes below an entry", () => {
  it("have their paragraphs and their author, who is a judge", async () => {
    answer(listJudgeNotes, { data: { items: [note], own: null } });
    open();
    await screen.findByRole("heading", { name: "Judges’ notes" });
    expect(screen.getByText("Keep the line.").tagName).toBe("P");
    expect(screen.getByText("Then turn.").tagName).toBe("P");
    screen.getByText("Ruth Palmer, judge");
    expect(screen.queryByText("Your note")).toBeNull();
  });

  it("are nothing to readers while there are none, or without a connection", async () => {
    answer(listJudgeNotes, { data: { items: [], own: null } });
    open();
    await waitFor(() => expect(sentTo(listJudgeNotes)).toHaveLength(1));
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("are not asked for on kinds that have none", () => {
    renderPage(<JudgeNotes kind="recipes" slug="liver" />);
    expect(sentTo(listJudgeNotes)).toEqual([]);
  });
});

describe("a judge", () => {
  beforeEach(() => signIn("ROLE_JUDGE"));

  it("reads why a note was rejected, and finds what was typed after leaving", async () => {
    const rejected: OwnNote = { ...own, state: "rejected", reason: "Too short." };
    answer(listJudgeNotes, { data: { items: [], own: rejected } });
    const person = open();
    await screen.findByText("Not approved: Too short.");
    await person.click(screen.getByRole("button", { name: "Change" }));
    await person.type(screen.getByRole("textbox", { name: "Your note" }), " And more.");
    cleanup();
    const again = open();
    await again.click(await screen.findByRole("button", { name: "Change" }));
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your note" });
    expect(field.value).toBe("Mine. And more.");
    await again.click(screen.getByRole("button", { name: "Cancel" }));
  });
});

describe("an admin", () => {
  const waiting: ModeratedNote = {
    ...note,
    kind: "articles",
    slug: "weave-entries",
    title: "Weave entries",
    writtenAt: "2026-11-02T08:00:00.000Z",
    shown: null,
  };
  beforeEach(() => signIn("ROLE_ADMIN"));

  it("rejects it with a reason only", async () => {
    answer(listModeratedNotes, { data: { items: [waiting], nextCursor: null } });
    answer(rejectJudgeNote, { data: null });
    const person = renderPage(<Moderation />);
    await person.click(
      await screen.findByRole("button", { name: "Reject the note by Ruth Palmer" }),
    );
    await person.click(screen.getByRole("button", { name: "Reject" }));
    await screen.findByText("Field is required");
    expect(sentTo(rejectJudgeNote)).toEqual([]);
    await person.type(screen.getByRole("textbox", { name: "Reason" }), "Too short.");
    await person.click(screen.getByRole("button", { name: "Reject" }));
    await screen.findByText("Rejected. The judge can read why.");
    expect(sentTo(rejectJudgeNote).map(({ input }) => input.body)).toEqual([
      { writtenAt: waiting.writtenAt, reason: "Too short." },
    ]);
  });

  it("learns that a note changed meanwhile", async () => {
    answer(listModeratedNotes, { data: { items: [waiting], nextCursor: null } });
    answer(approveJudgeNote, {
      error: { kind: "rejected", message: "no", status: 409, code: "conflict" },
    });
    const person = renderPage(<Moderation />);
    await person.click(
      await screen.findByRole("button", { name: "Approve the note by Ruth Palmer" }),
    );
    await screen.findByText(/has changed in the meantime/);
  });
});
