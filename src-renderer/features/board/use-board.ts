import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  boardSchema,
  boardStreamPath,
  getBoard,
  unchangedSchema,
  type Board,
} from "#shared/api/board.ts";
import { refresh, setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { followEvents } from "#renderer/api-client/streams/follow-events.ts";
import type { StreamEvent } from "#renderer/api-client/streams/read-events.ts";
import { whileVisible } from "#renderer/api-client/streams/while-visible.ts";
import { useSession } from "#renderer/session/session-store.ts";

/** State of the stream: being opened for the first time, open, being opened again, or without a network. */
export type Connection = "connecting" | "live" | "reconnecting" | "offline";

/** Returns a listener that puts what the stream sends into the cache of answers. */
function createReceiver() {
  let last: Board | null = null;
  return ({ event, data }: StreamEvent) => {
    const message: unknown = JSON.parse(data);
    if (event === "board") last = boardSchema.parse(message);
    else if (event === "unchanged" && last) last = { ...last, ...unchangedSchema.parse(message) };
    else return;
    void setAnswer(getBoard, last);
  };
}

/** Returns the board, kept up to date by a stream while the window is visible, and how the stream stands. */
export function useBoard() {
  const query = useApiQuery(getBoard, { silent: true }, { staleTime: 0 });
  const [connection, setConnection] = useState<Connection>("connecting");
  const token = useSession((session) => session.token);
  const { language } = useTranslation().i18n;
  useEffect(() => {
    if (token === null || token === "") return;
    return whileVisible((hidden) => {
      const following = {
        path: boardStreamPath,
        token,
        onEvent: createReceiver(),
        onOpen: () => setConnection("live"),
        onLost: () => {
          setConnection(navigator.onLine ? "reconnecting" : "offline");
          void refresh(getBoard);
        },
        // The answer to the same question says what follows: the session ends, or the rights have changed.
        onRefused: () => void refresh(getBoard),
      };
      void followEvents(following, hidden);
    });
  }, [token, language]);
  return { query, connection };
}
