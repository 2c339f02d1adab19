import { isAdmin } from "#shared/active-member.ts";
import type { Board } from "#shared/api/board.ts";
import type { Language } from "#shared/languages.ts";
import type { SessionStore } from "../../http/session.ts";
import type { Logger } from "../../infra/services.ts";
import type { EventStream } from "../../infra/streams/event-stream.ts";
import { OpenStreams } from "../../infra/streams/open-streams.ts";
import { SharedReading } from "../../infra/streams/shared-reading.ts";
import type { Portal } from "../../portal.ts";
import { presentBoard, readFigures } from "./read-board.ts";

type Viewer = {
  /** The token that the stream was opened with: once it is replaced, the stream ends. */
  token: string;
  language: Language;
  /** The figures that were sent last, without their time. */
  sent: string | null;
};

/** Returns what makes figures differ from those sent before. */
const contentOf = (board: Board): string => JSON.stringify({ ...board, at: null });

/** The figures for the streams of this process, read every 15 seconds for all of them while somebody looks. */
export class BoardFeed {
  readonly #portal: Portal;
  readonly #sessions: Pick<SessionStore, "find">;
  readonly #log: Logger;
  readonly #streams = new OpenStreams<Viewer>(() => this.#refresh());
  readonly #reading = new SharedReading(() => this.#read());

  constructor(portal: Portal, sessions: Pick<SessionStore, "find">, log: Logger) {
    this.#portal = portal;
    this.#sessions = sessions;
    this.#log = log;
  }

  /** Sends the figures on a stream now, then whenever they change, until it closes or the session ends. */
  async join(stream: EventStream, viewer: Omit<Viewer, "sent">): Promise<void> {
    if (!this.#streams.add(stream, { ...viewer, sent: null })) return;
    try {
      await this.#reading.refresh();
    } catch (error) {
      this.#streams.remove(stream);
      throw error;
    }
  }

  /** Ends all streams, so that the server can close. */
  end(): void {
    this.#streams.end();
  }

  async stop(): Promise<void> {
    this.end();
    await this.#reading.settled();
  }

  #refresh(): void {
    this.#reading.refresh().catch((err: unknown) => {
      this.#log.warn({ err }, "the figures of the board cannot be read");
    });
  }

  /** Sends the figures, or only their time to those who have the same ones, and ends the streams of those who are no admins any more. */
  async #read(): Promise<void> {
    const figures = await readFigures(this.#portal);
    for (const [stream, viewer] of this.#streams.all()) {
      const session = await this.#sessions.find(viewer.token);
      if (!isAdmin(session)) {
        stream.end();
        continue;
      }
      const board = await presentBoard(this.#portal, figures, viewer.language);
      const content = contentOf(board);
      if (content === viewer.sent) stream.send("unchanged", { at: board.at });
      else stream.send("board", board);
      viewer.sent = content;
    }
  }
}
