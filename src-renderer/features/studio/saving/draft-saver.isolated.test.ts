import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  checkDraft,
  getStudioEntry,
  saveDraft,
  type Draft,
  type StudioEntry,
} from "#shared/api/studio.ts";
import type { Endpoint } from "#shared/api/endpoint.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import "#renderer/session/storages.ts";
import "#renderer/testing/indexed-db.ts";
import { sampleDraft, sampleEntry } from "../testing/sample-studio.ts";
import { DraftSaver, isSameDraft, savePauseMs } from "./draft-saver.ts";

type Sent = {
  endpoint: Endpoint;
  background: boolean | undefined;
  body: { revision: number; draft: Draft };
  answer: (result: ApiResult<unknown>) => void;
};

const api = vi.hoisted(() => ({ sent: [] as unknown[] }));
vi.mock("#renderer/api-client/client.ts", () => ({
  call: (endpoint: Endpoint, { body, background }: Pick<Sent, "body" | "background">) =>
    new Promise((answer) => api.sent.push({ endpoint, body, background, answer })),
}));

const reconnect = vi.hoisted(() => ({ emit: () => {} }));
vi.mock("#renderer/api-client/connection.ts", async (original) => ({
  ...(await original<object>()),
  onReconnect: (listener: () => void) => {
    reconnect.emit = listener;
    return () => {};
  },
}));

const sent = () => api.sent as Sent[];
const saves = () => sent().filter(({ endpoint }) => endpoint === saveDraft);
const lastSent = () => {
  const last = sent().at(-1);
  if (!last) throw new Error("Nothing was sent.");
  return last;
};
const offline: ApiFailure = { kind: "offline", message: "" };
const conflict: ApiFailure = { kind: "rejected", status: 409, code: "conflict", message: "" };
/** Lets promises and the database proceed, which wait for no timer of ours. */
const settle = () => vi.advanceTimersByTimeAsync(20);
const answer = async (result: ApiResult<unknown>) => {
  lastSent().answer(result);
  await settle();
};
const fail = (error: ApiFailure) => answer({ data: null, error });
const saved = (revision: number) =>
  answer({
    data: {
      revision,
      edited: { by: "Ada", at: "2026-11-26T12:00:00.000Z", isOwn: true },
      problems: [],
    },
    error: null,
  });
const stored = (body: string, revision: number) =>
  answer({ data: { ...sampleEntry(), draft: withBody(body), revision }, error: null });

const withBody = (body: string): Draft => {
  const { draft } = sampleEntry();
  return { ...draft, texts: { ...draft.texts, en: { front: draft.texts.en?.front ?? {}, body } } };
};
const bodyOf = ({ texts }: Draft) => texts.en?.body ?? "";
const type = (saver: DraftSaver, body: string) => saver.change(() => withBody(body));
const kept = async () =>
  (await platform.unsavedDrafts.read()).map(({ value }) =>
    bodyOf((value as { draft: Draft }).draft),
  );
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

let saver: DraftSaver;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  api.sent = [];
  saver = new DraftSaver(sampleEntry({ revision: 5 }), "1");
});
afterEach(() => {
  saver.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("saving", () => {
  it("waits until typing pauses, and names the revision of the save before", async () => {
    type(saver, "a");
    await vi.advanceTimersByTimeAsync(savePauseMs - 100);
    type(saver, "ab");
    await vi.advanceTimersByTimeAsync(savePauseMs - 100);
    expect(sent()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(lastSent().body).toEqual({ revision: 5, draft: withBody("ab") });
    expect(saver.read().status.kind).toBe("saving");
    await saved(6);
    expect(saver.read().status.kind).toBe("saved");
    expect(saver.hasUnsaved()).toBe(false);
    type(saver, "abc");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    expect(lastSent().body.revision).toBe(6);
  });

  it("sends one save at a time, by timer, key and publication, and the last text wins", async () => {
    type(saver, "a");
    void saver.save();
    await settle();
    type(saver, "ab");
    await vi.advanceTimersByTimeAsync(10_000);
    void saver.save();
    void saver.save();
    const publish = vi.fn(async (revision: number) => ({
      data: sampleEntry({ revision: revision + 1, state: "published", draft: withBody("abc") }),
      error: null,
    }));
    const published = saver.act(publish);
    type(saver, "abc");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saves()).toHaveLength(1);
    await saved(6);
    expect(saves()).toHaveLength(2);
    expect(lastSent().body).toEqual({ revision: 6, draft: withBody("abc") });
    expect(publish).not.toHaveBeenCalled();
    await saved(7);
    expect(await published).toBeNull();
    expect(publish).toHaveBeenCalledWith(7);
    expect(saves()).toHaveLength(2);
    expect(saver.read()).toMatchObject({ version: 0, status: { kind: "saved" } });
    expect(saver.read().entry.state).toBe("published");
    type(saver, "abcd");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    expect(lastSent().body.revision).toBe(8);
  });

  it("saves what is typed during a publication on top of it", async () => {
    const { promise, resolve } = Promise.withResolvers<ApiResult<StudioEntry>>();
    const published = saver.act(() => promise);
    await settle();
    type(saver, "later");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent()).toHaveLength(0);
    resolve({ data: sampleEntry({ revision: 6 }), error: null });
    await published;
    await vi.advanceTimersByTimeAsync(savePauseMs);
    expect(lastSent().body).toEqual({ revision: 6, draft: withBody("later") });
    expect(bodyOf(saver.read().draft)).toBe("later");
  });

  it("publishes nothing while the text cannot be saved", async () => {
    type(saver, "a");
    const publish = vi.fn();
    const published = saver.act(publish);
    await settle();
    await fail(offline);
    expect(await published).toEqual(offline);
    expect(publish).not.toHaveBeenCalled();
  });

  it("shows the reasons of a refused publication at their fields", async () => {
    const failure: ApiFailure = {
      kind: "rejected",
      message: "",
      code: "validation",
      fields: { "en.title": "Too long" },
    };
    expect(await saver.act(async () => ({ data: null, error: failure }))).toBe(failure);
    expect(saver.read().problems).toEqual([{ place: "en.title", message: "Too long" }]);
  });
});

it("keeps a copy on the device each second while somebody types without a pause", async () => {
  const write = vi.spyOn(platform.unsavedDrafts, "write").mockResolvedValue(true);
  const behind: number[] = [];
  for (let at = 1; at <= 40; at += 1) {
    type(saver, "a".repeat(at));
    await vi.advanceTimersByTimeAsync(250);
    const copy = write.mock.lastCall?.[1] as { draft: Draft } | undefined;
    behind.push(at - (copy ? bodyOf(copy.draft).length : 0));
  }
  write.mockRestore();
  expect(sent()).toHaveLength(0);
  // Four letters are typed in a second.
  expect(Math.max(...behind)).toBeLessThanOrEqual(4);
});

describe("a failure", () => {
  it("keeps the text on the device, and is tried again with growing pauses", async () => {
    type(saver, "a");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    await fail(offline);
    expect(saver.read().status).toMatchObject({ kind: "failed", isRetried: true });
    await expect.poll(kept).toEqual(["a"]);
    await expect.poll(() => saver.read().isStored).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saves()).toHaveLength(2);
    await fail({ kind: "unexpected", status: 500, message: "" });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(saves()).toHaveLength(2);
    type(saver, "ab");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saves()).toHaveLength(3);
    expect(bodyOf(lastSent().body.draft)).toBe("ab");
    await saved(6);
    await expect.poll(kept).toEqual([]);
    expect(saver.read()).toMatchObject({ isStored: false, status: { kind: "saved" } });
  });

  it("is tried again when the connection is back", async () => {
    type(saver, "a");
    void saver.save();
    await settle();
    await fail(offline);
    reconnect.emit();
    await settle();
    expect(saves()).toHaveLength(2);
  });

  it.each([
    ["a role that was taken away", { kind: "rejected", status: 403, code: "forbidden" }, true],
    ["a disabled feature", { kind: "rejected", status: 403, code: "feature-disabled" }, true],
    ["too many requests", { kind: "rejected", status: 429, retryAfter: 30 }, true],
    ["a full disk", { kind: "rejected", status: 507, code: "storage-full" }, true],
    ["an expired session", { kind: "unauthorized", status: 401 }, false],
    ["an entry that is gone", { kind: "rejected", status: 404, code: "not-found" }, false],
    ["a text that is too long", { kind: "rejected", status: 413 }, false],
  ] as const)("of %s keeps the text", async (_, failure, isRetried) => {
    type(saver, "a");
    void saver.save();
    await settle();
    await fail({ ...failure, message: "" });
    await vi.advanceTimersByTimeAsync(500);
    expect(saver.read().status).toMatchObject({ kind: "failed", isRetried });
    await expect.poll(kept).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(29_000);
    const isSentAgain = isRetried && !("retryAfter" in failure);
    expect(saves().length > 1).toBe(isSentAgain);
  });

  it("of a text that is refused does not keep a shorter one from being saved", async () => {
    type(saver, "too long");
    void saver.save();
    await settle();
    await fail({ kind: "rejected", status: 413, message: "" });
    type(saver, "short");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    expect(bodyOf(lastSent().body.draft)).toBe("short");
  });
});

describe("a conflict", () => {
  const meet = async (theirs: string, revision: number) => {
    type(saver, "mine");
    void saver.save();
    await settle();
    await fail(conflict);
    expect(lastSent().endpoint).toBe(getStudioEntry);
    await stored(theirs, revision);
  };

  it("with another text stops saving until the user decides, and keeps the own text", async () => {
    await meet("theirs", 9);
    expect(saver.read().status).toMatchObject({ kind: "conflict", theirs: { revision: 9 } });
    expect(bodyOf(saver.read().draft)).toBe("mine");
    type(saver, "mine, too");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(saves()).toHaveLength(1);
    await expect.poll(kept).toEqual(["mine, too"]);
  });

  it("is decided for the own text, which is saved on top of the other", async () => {
    await meet("theirs", 9);
    saver.keepMine();
    await settle();
    expect(lastSent().body).toEqual({ revision: 9, draft: withBody("mine") });
    await saved(10);
    expect(saver.read().status.kind).toBe("saved");
  });

  it("is decided for the other text, which editors then start from", async () => {
    await meet("theirs", 9);
    saver.takeTheirs();
    await settle();
    expect(saver.read()).toMatchObject({ version: 1, status: { kind: "saved" } });
    expect(bodyOf(saver.read().draft)).toBe("theirs");
    await expect.poll(kept).toEqual([]);
    type(saver, "theirs, changed");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    expect(lastSent().body.revision).toBe(9);
  });

  it("with oneself needs no decision: a save without an answer had arrived", async () => {
    type(saver, "first");
    void saver.save();
    await settle();
    await fail({ kind: "timeout", message: "" });
    type(saver, "second");
    void saver.save();
    await settle();
    await fail(conflict);
    await stored("first", 6);
    expect(lastSent().body).toEqual({ revision: 6, draft: withBody("second") });
    await saved(7);
    expect(saver.read().status.kind).toBe("saved");
  });

  it("needs no decision where only the revision has changed", async () => {
    await meet(bodyOf(sampleEntry().draft), 8);
    expect(lastSent().body).toEqual({ revision: 8, draft: withBody("mine") });
  });

  it("needs no decision where the other text is the same", async () => {
    await meet("mine", 8);
    expect(saver.read().status.kind).toBe("saved");
    expect(saves()).toHaveLength(1);
  });

  it("at a publication shows both texts", async () => {
    const published = saver.act(async () => ({ data: null, error: conflict }));
    await settle();
    await stored("theirs", 9);
    expect(await published).toBe(conflict);
    expect(saver.read().status.kind).toBe("conflict");
  });

  it("during which the other text cannot be read is tried again", async () => {
    type(saver, "mine");
    void saver.save();
    await settle();
    await fail(conflict);
    await fail(offline);
    expect(saver.read().status).toMatchObject({ kind: "failed", isRetried: true });
  });
});

describe("an idle window", () => {
  const hear = async (revision: number) => {
    void saver.follow();
    await settle();
    expect(lastSent()).toMatchObject({ endpoint: checkDraft, background: true });
    await answer({ data: { revision }, error: null });
  };

  it("takes over what was saved elsewhere, and says so", async () => {
    await hear(9);
    await stored("theirs", 9);
    expect(saver.read()).toMatchObject({ version: 1, takenOver: { by: "Ada", isOwn: true } });
    expect(bodyOf(saver.read().draft)).toBe("theirs");
    type(saver, "theirs, changed");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    expect(lastSent().body.revision).toBe(9);
  });

  it("loads nothing while nothing was saved", async () => {
    await hear(5);
    expect(sent()).toHaveLength(1);
  });

  it("leaves its editors as they are where only the revision is newer", async () => {
    await hear(6);
    await stored(bodyOf(sampleEntry().draft), 6);
    expect(saver.read()).toMatchObject({ version: 0, takenOver: null });
    type(saver, "next");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    expect(lastSent().body.revision).toBe(6);
  });

  it("keeps what is typed while it asks, and meets the other text when it saves", async () => {
    await hear(9);
    type(saver, "mine");
    await stored("theirs", 9);
    expect(bodyOf(saver.read().draft)).toBe("mine");
    await vi.advanceTimersByTimeAsync(savePauseMs);
    await fail(conflict);
    await stored("theirs", 9);
    expect(saver.read().status.kind).toBe("conflict");
  });

  it("asks for nothing while its own text is not saved", async () => {
    type(saver, "mine");
    await saver.follow();
    expect(sent()).toHaveLength(0);
  });
});

describe("an entry that is replaced", () => {
  it("by an act starts the editors again: the working copy is dropped, or a version restored", async () => {
    await saver.act(async () => ({
      data: sampleEntry({ revision: 6, draft: withBody("published") }),
      error: null,
    }));
    expect(saver.read().version).toBe(1);
    expect(bodyOf(saver.read().draft)).toBe("published");
    expect(saver.hasUnsaved()).toBe(false);
  });

  it("by a text of the device is saved", async () => {
    saver.replace(withBody("from the device"));
    await settle();
    expect(saver.read().version).toBe(1);
    expect(bodyOf(lastSent().body.draft)).toBe("from the device");
  });
});

describe("the end", () => {
  it("of the page saves once more, and leaves the text on the device if that fails", async () => {
    type(saver, "a");
    const left = saver.leave(true);
    await settle();
    expect(saves()).toHaveLength(1);
    await fail(offline);
    await left;
    await expect.poll(kept).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(saves()).toHaveLength(1);
  });

  it("of the session by a 401 leaves the text on the device without another request", async () => {
    type(saver, "a");
    announceSessionEnd("expired");
    const left = saver.leave(false);
    await settle();
    await left;
    expect(saves()).toHaveLength(0);
    await expect.poll(kept).toEqual(["a"]);
  });

  it("of the session by a logout leaves nothing on the device", async () => {
    type(saver, "a");
    saver.keep();
    await settle();
    await expect.poll(kept).toEqual(["a"]);
    announceSessionEnd("logged-out");
    saver.stop();
    await saver.leave(false);
    await settle();
    await expect.poll(databases).toEqual([]);
  });
});

it("takes drafts as the same in whatever order the database returns their fields", () => {
  const { metadata, texts } = sampleDraft;
  const turned = Object.fromEntries(Object.entries(metadata).toReversed());
  expect(isSameDraft(sampleDraft, { texts, metadata: turned })).toBe(true);
  expect(isSameDraft(sampleDraft, { texts, metadata: { ...metadata, tags: [] } })).toBe(false);
});
