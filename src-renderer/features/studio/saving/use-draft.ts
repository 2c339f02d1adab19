import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { getStudioEntry, type StudioEntry } from "#shared/api/studio.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useRetainPage } from "#renderer/session/retained-page.ts";
import { onSessionEnded } from "#renderer/session/session-end.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { MarkdownEditor } from "../language-column.tsx";
import { DraftSaver, type DraftState } from "./draft-saver.ts";

/** Time between two looks at whether the entry was saved elsewhere. */
const followPauseMs = 5_000;

/** Savers whose page was left while they save, by the path of their entry. */
const leaving = new Map<string, Promise<void>>();

/**
 * Loads an entry to write it: always anew, since a save names the revision that it is based on, and not before the last
 * save of a page that was left. Returns a query for `QueryView`.
 */
export function useStudioEntry(kind: ContentKind, slug: string) {
  const [result, setResult] = useState<ApiResult<StudioEntry> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const load = async () => {
      // A text is written only where it can be kept.
      await Promise.all([leaving.get(`${kind}/${slug}`), platform.unsavedDrafts.prepare()]);
      const { signal } = gone;
      const loaded = await call(getStudioEntry, { params: { kind, slug }, silent: true, signal });
      if (!signal.aborted) setResult(loaded);
    };
    void load();
    // Its code arrives with the entry rather than after it.
    void MarkdownEditor.load().catch(() => {});
    return () => gone.abort();
  }, [kind, slug, attempt]);
  const failure: ApiFailure | null = result?.error ?? null;
  return {
    data: result?.data ?? undefined,
    error: failure && { failure },
    refetch: () => {
      setResult(null);
      setAttempt(attempt + 1);
    },
  };
}

/** Saves when the window is left or hidden, and by Ctrl+S; takes over what was saved elsewhere; asks before a window with unsaved text is closed. */
function followWindow(saver: DraftSaver): () => void {
  const saveNow = () => {
    saver.keep();
    void saver.save();
  };
  const follow = () => {
    if (!document.hidden) void saver.follow();
  };
  const onVisibility = () => {
    if (document.hidden) saveNow();
    else follow();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    event.preventDefault();
    saveNow();
  };
  const askFirst = (event: BeforeUnloadEvent) => {
    saver.keep();
    if (saver.hasUnsaved()) event.preventDefault();
  };
  const timer = setInterval(follow, followPauseMs);
  window.addEventListener("blur", saveNow);
  window.addEventListener("beforeunload", askFirst);
  window.addEventListener("keydown", onKeyDown);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearInterval(timer);
    window.removeEventListener("blur", saveNow);
    window.removeEventListener("beforeunload", askFirst);
    window.removeEventListener("keydown", onKeyDown);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

function leave(saver: DraftSaver): void {
  const { kind, slug } = saver.read().entry;
  const path = `${kind}/${slug}`;
  const last = saver
    .leave(useSession.getState().user?.id === saver.userId)
    .finally(() => void (leaving.get(path) === last && leaving.delete(path)));
  leaving.set(path, last);
}

/** Hook: the saver of an entry that was loaded, for as long as its page is open. */
export function useDraftSaver(entry: StudioEntry): DraftSaver {
  const [saver] = useState(() => new DraftSaver(entry, useSession.getState().user?.id ?? ""));
  useRetainPage(useLocation().pathname);
  useEffect(() => {
    const stopWindow = followWindow(saver);
    const stopSession = onSessionEnded(({ reason }) => {
      // A logout has cleared the device; after an expired session the text waits there for its user.
      if (reason === "logged-out") saver.stop();
      else saver.keep();
    });
    const stopUser = useSession.subscribe(({ user }, before) => {
      if (before.user === null && user?.id === saver.userId) void saver.save();
    });
    return () => {
      stopWindow();
      stopSession();
      stopUser();
      leave(saver);
    };
  }, [saver]);
  return saver;
}

/** Hook: what a saver has now. */
export const useDraft = (saver: DraftSaver): DraftState =>
  useSyncExternalStore(saver.subscribe, saver.read);
