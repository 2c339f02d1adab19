import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  storedValueNames,
  storedValues,
  tabValueNames,
  tabValues,
  type Cleared,
  type StoredValueName,
  type StoredValueOf,
} from "#shared/stored-values.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import { contactDraft } from "#renderer/features/contact/contact-form.tsx";
import { changeItem, isWaiting } from "#renderer/features/reading/shelf/follow/changes.ts";
import { tickOutbox } from "#renderer/features/shows/use-ticks.ts";
import { useCooking, type Timer } from "#renderer/features/cooking/cooking-store.ts";
import {
  cancelDownload,
  downloadVideo,
  useDownload,
} from "#renderer/features/offline/video-downloads.ts";
import { uploadVideo, useVideoUpload } from "#renderer/features/studio/video/video-uploads.ts";
import { setSpeed, usePlaybackSpeed } from "#renderer/features/video/use-player.ts";
import { loginDraft, registerDraft } from "#renderer/features/sign-in/drafts.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { paidPurchase } from "#renderer/features/billing/checkout/testing/samples.ts";
import {
  setPurchase,
  showThanks,
  usePurchase,
  useThanks,
} from "#renderer/purchase/purchase-store.ts";
import { useRetainedPage } from "./retained-page.ts";
import { nextStep, returnAddress } from "./return-address.ts";
import { announceSessionEnd, type SessionEndReason } from "./session-end.ts";
import { useSession } from "./session-store.ts";
import { memoryStorages, registerStorage, type ClearedStorageName } from "./storages.ts";
import { ada } from "#renderer/testing/sample-user.ts";

const cookTimer: Timer = {
  id: "1",
  slug: "stew",
  title: "Stew",
  step: 1,
  seconds: 60,
  endsAt: 0,
};

/** Puts something into each stored value that is not its default. */
const storedSamples: { [Name in StoredValueName]: StoredValueOf<Name> } = {
  token: "t1",
  purchaseItems: [{ sku: "guide", kind: "extra", quantity: 1 }],
  menuCollapsed: true,
  searchShortcut: false,
  fieldTheme: "light",
  language: "pl",
  flags: { maintenanceMode: true, loginDisabled: false, registrationDisabled: false },
  dog: "00000000-0000-4000-8000-000000000002",
  checkoutAttempt: "key.mark",
  unsentChanges: { "1-0.1": { userId: "1", changes: { "show-ticks": [] } } },
  videoUploads: {
    seesaw: {
      id: "1",
      name: "a.mp4",
      size: 9,
      modifiedAt: 1,
      sent: 5,
      durationSeconds: 3,
      framesPerSecond: 25,
    },
  },
};

/** `remains` returns for each part of the storage whether the values of `fill` are still there. */
type Sample = { files: string[]; fill: () => void; remains: () => boolean[] };

/** Every memory storage that is cleared: where it is created, and how it is filled. */
const memorySamples: Record<ClearedStorageName, Sample> = {
  session: {
    files: ["session/session-store.ts"],
    fill: () => useSession.setState({ status: "ready", token: "t1", user: ada }),
    remains: () => [useSession.getState().user !== null, useSession.getState().token !== null],
  },
  answers: {
    files: ["api-client/query.ts"],
    fill: () => queryClient.setQueryData(["GET", "/me"], ada),
    remains: () => [queryClient.getQueryData(["GET", "/me"]) !== undefined],
  },
  purchase: {
    files: ["purchase/purchase-store.ts"],
    fill: () => setPurchase(paidPurchase),
    remains: () => [usePurchase.getState().purchase !== null],
  },
  cart: {
    files: ["purchase/purchase-store.ts"],
    fill: () => {
      const discount = { code: "X", description: "", amount: { amount: 1, currency: "EUR" } };
      usePurchase.setState({ discount, purchaseItems: storedSamples.purchaseItems });
    },
    remains: () => {
      const { discount, purchaseItems } = usePurchase.getState();
      return [discount !== null, purchaseItems.length > 0];
    },
  },
  thanks: {
    files: ["purchase/purchase-store.ts"],
    fill: () => showThanks(paidPurchase, "/videos"),
    remains: () => [useThanks.getState().purchase !== null],
  },
  cooking: {
    files: ["features/cooking/cooking-store.ts"],
    fill: () => useCooking.setState({ timers: [cookTimer] }),
    remains: () => [useCooking.getState().timers.length > 0],
  },
  videoSpeed: {
    files: ["features/video/use-player.ts"],
    fill: () => setSpeed(0.5),
    remains: () => [usePlaybackSpeed.getState().speed !== 1],
  },
  drafts: {
    files: [
      "features/contact/contact-form.tsx",
      "features/reading/judge-notes/judge-notes.tsx",
      "features/settings/redirects-part.tsx",
      "features/settings/setting-form.tsx",
      "features/shows/show-form.tsx",
      "features/training/followed/note-form.tsx",
      "features/training/today/field-mode.tsx",
      "features/sign-in/drafts.ts",
    ],
    fill: () => {
      contactDraft.keep({ name: "Ada", email: "", subject: "Dogs", message: "How tall?" });
      loginDraft.keep("ada@example.com");
      registerDraft.keep({ name: "Ada", email: "ada@example.com" });
    },
    remains: () => [
      contactDraft.read() !== null,
      loginDraft.read() !== "",
      registerDraft.read().name !== "",
    ],
  },
  retainedPage: {
    files: ["session/retained-page.ts"],
    fill: () => useRetainedPage.setState({ path: "/studio/blog/packing" }),
    remains: () => [useRetainedPage.getState().path !== null],
  },
  unsentChanges: {
    files: ["session/outbox.ts"],
    fill: () => {
      useSession.setState({ status: "ready", token: "t1", user: ada });
      tickOutbox.add([
        { id: "1", item: "blog/packing/1-pack", isDone: true, at: "2026-03-01T14:00:00.000Z" },
      ]);
    },
    remains: () => [tickOutbox.pending().length > 0],
  },
  shelfPlaces: {
    files: ["features/reading/shelf/follow/changes.ts"],
    fill: () => {
      useSession.setState({ status: "ready", token: "t1", user: ada });
      const at = "2026-03-01T14:00:00.000Z";
      const place = { position: 60, length: 90 };
      changeItem({ type: "place", kind: "videos", slug: "seesaw", at, isKept: true, place });
    },
    remains: () => [isWaiting()],
  },
  videoDownloads: {
    files: ["features/offline/video-downloads.ts"],
    fill: () => {
      // The server answers when the test is over.
      vi.stubGlobal("fetch", () => new Promise(() => {}));
      cancelDownload("seesaw");
      void downloadVideo("seesaw");
    },
    remains: () => [renderHook(() => useDownload("seesaw")).result.current !== null],
  },
  videoUploads: {
    files: ["features/studio/video/video-uploads.ts"],
    fill: () => void uploadVideo("seesaw", new File(["text"], "notes.txt")),
    remains: () => [renderHook(() => useVideoUpload("seesaw")).result.current !== null],
  },
  nextStep: {
    files: ["session/return-address.ts"],
    fill: () => nextStep.set("/registration-payment"),
    remains: () => [nextStep.read() !== null],
  },
  leavingPath: {
    files: ["session/return-address.ts"],
    fill: () => returnAddress.rememberWhileLeaving("/videos"),
    remains: () => {
      // While the page is being left, showing it once more does not use the place up.
      platform.tabValues.write("returnAddress", "/videos");
      returnAddress.forgetOnceShown("/videos");
      return [returnAddress.read() !== null];
    },
  },
};

/** Memory that belongs to the device, or outlives the session for a reason given in the list. */
const neverCleared: Record<Exclude<keyof typeof memoryStorages, ClearedStorageName>, string> = {
  unrevokedTokens: "session/log-out.ts",
  notifications: "app/notifications.ts",
  flags: "flags/flag-store.ts",
  preferences: "preferences/preferences-store.ts",
  language: "i18n/wanted-language.ts",
};

const survives = (cleared: Cleared, reason: SessionEndReason) =>
  cleared === "never" || (cleared === "logout" && reason === "expired");

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await platform.load();
  for (const { fill } of Object.values(memorySamples)) fill();
  for (const name of storedValueNames) platform.write(name, storedSamples[name]);
  for (const name of tabValueNames) platform.tabValues.write(name, "/videos");
});

describe.each(["logged-out", "expired"] as const)("a session that ended (%s)", (reason) => {
  it.each(storedValueNames)("keeps or removes the stored value %s, as declared", (name) => {
    const { cleared, key } = storedValues[name];
    expect(localStorage.getItem(key)).not.toBeNull();
    announceSessionEnd(reason);
    expect(localStorage.getItem(key) !== null).toBe(survives(cleared, reason));
    expect(platform.read(name)).toEqual(
      survives(cleared, reason) ? storedSamples[name] : storedValues[name].default,
    );
  });

  it.each(tabValueNames)("keeps or removes the value %s of the tab, as declared", (name) => {
    announceSessionEnd(reason);
    const { cleared, key } = tabValues[name];
    expect(sessionStorage.getItem(key) !== null).toBe(survives(cleared, reason));
  });

  it.each(Object.entries(memorySamples))(
    "keeps or clears the memory of %s, as declared",
    (name, sample) => {
      expect(sample.remains()).not.toContain(false);
      announceSessionEnd(reason);
      const cleared = memoryStorages[name as ClearedStorageName]; // Object.entries loses the key type
      expect(sample.remains()).not.toContain(!survives(cleared, reason));
    },
  );

  it("deletes what the device keeps for reading offline", () => {
    const remove = vi.spyOn(platform.offlineLibrary, "remove");
    announceSessionEnd(reason);
    expect(remove).toHaveBeenCalledTimes(1);
    remove.mockRestore();
  });

  it("deletes text of the studio that was not saved at a logout only", () => {
    const remove = vi.spyOn(platform.unsavedDrafts, "removeAll");
    announceSessionEnd(reason);
    expect(remove).toHaveBeenCalledTimes(reason === "logged-out" ? 1 : 0);
    remove.mockRestore();
  });

  it("in another window removes no stored value: that window does", () => {
    const remove = vi.spyOn(platform.offlineLibrary, "remove");
    const removeDrafts = vi.spyOn(platform.unsavedDrafts, "removeAll");
    announceSessionEnd(reason, false);
    expect(remove).not.toHaveBeenCalled();
    expect(removeDrafts).not.toHaveBeenCalled();
    remove.mockRestore();
    removeDrafts.mockRestore();
    for (const name of storedValueNames) expect(platform.read(name)).toEqual(storedSamples[name]);
  });
});

it("clears the other storages, too, when one cannot be cleared", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const later = vi.fn();
  let isBroken = true;
  registerStorage("session", () => {
    if (isBroken) throw new Error("broken");
  });
  registerStorage("session", later);
  announceSessionEnd("expired");
  isBroken = false;
  vi.unstubAllGlobals();
  expect(later).toHaveBeenCalledOnce();
  expect(reported).toHaveBeenCalledOnce();
});

describe("the list of storages", () => {
  it("names every file that creates a store, a cache or a draft", () => {
    const sources = import.meta.glob<string>(
      ["/src-renderer/**/*.{ts,tsx}", "!/src-renderer/**/*.test.*"],
      {
        query: "?raw",
        import: "default",
        eager: true,
      },
    );
    const creators = Object.entries(sources)
      .filter(([, text]) => /= create(Store)?<|= createDraft[(<]|new QueryClient\(/.test(text))
      .map(([path]) => path.replace("/src-renderer/", ""));
    expect(creators.length).toBeGreaterThan(8);
    const known = [
      ...Object.values(memorySamples).flatMap(({ files }) => files),
      ...Object.values(neverCleared),
    ];
    expect(creators.filter((file) => !known.includes(file))).toEqual([]);
    expect(known.filter((file) => !Object.hasOwn(sources, `/src-renderer/${file}`))).toEqual([]);
  });
});
