import { isAdmin } from "../../../src-shared/active-member.ts";
import type { Board } from "../../../src-shared/api/board.ts";
import type { Language } from "../../../src-shared/languages.ts";
import type { SessionStore } from "../../http/session.ts";
import { figuresChannel } from "../../infra/figures/figure-store.ts";
import type { Logger } from "../../infra/services.ts";
import type { EventStream } from "../../infra/streams/event-stream.ts";
import { OpenStreams } from "../../infra/streams/open-streams.ts";
import { SharedReading } from "../../infra/streams/shared-reading.ts";
import type { Portal } from "../../portal.ts";
import { presentBoard, readFigures, type Figures } from "./read-board.ts";

/** Least time in ms between two readings of the figures, however often they change. */
const leastPause = 1_000;

/** ms until the figures are read again after a failure. */
const retryAfter = 5_000;

type Viewer = {
  /** The token that the stream was opened with: once it is replaced, the stream ends. */
  token: string;
  language: Language;
  /** The figures that were sent last, without their time. */
  sent: string | null;
};

/** Returns what makes figures differ from those sent before. */
const contentOf = (board: Board): string => JSON.stringify({ ...board, at: null });

/**
 * The figures of the board for the streams of this process, read again when any process changes them. Nothing is
 * read while nobody looks.
 */
export class BoardFeed {
  readonly #portal: Portal;
  readonly #sessions: Pick<SessionStore, "find">;
  readonly #log: Logger;
  readonly #streams = new OpenStreams<Viewer>();
  readonly #reading = new SharedReading(() => this.#read());
  #listening: Promise<() => Promise<void>> | null = null;
  #figures: Figures | null = null;
  #readAt = 0;
  /** Whether something has changed since the figures were read. Timers may fire a moment before `leastPause` is over. */
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(portal: Portal, sessions: Pick<SessionStore, "find">, log: Logger) {
    this.#portal = portal;
    this.#sessions = sessions;
    this.#log = log;
  }

  /** Starts to keep streams alive. What changes with time, such as jobs that are late, is read as often. */
  start(): void {
    this.#streams.start(() => this.#changed());
  }

  /** Sends the figures on a stream now, then whenever they change, until it closes or the session ends. */
  async join(stream: EventStream, viewer: Omit<Viewer, "sent">): Promise<void> {
    await this.#listen();
    if (!this.#streams.add(stream, { ...viewer, sent: null })) return;
    try {
      await this.#reading.refresh();
    } catch (error) {
      this.#streams.remove(stream);
      throw error;
    }
    this.#changed(); // what was sent may be a second old
  }

  /** Ends all streams, so that the server can close. */
  end(): void {
    this.#streams.end();
    clearTimeout(this.#timer);
  }

  async stop(): Promise<void> {
    this.end();
    const unlisten = await this.#listening?.catch(() => null);
    await unlisten?.();
    await this.#reading.settled();
  }

  /** Listens from the first viewer on: on PostgreSQL that takes a connection. */
  async #listen(): Promise<void> {
    this.#listening ??= this.#portal.listen(figuresChannel, () => this.#changed());
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = null;
      throw error;
    }
  }

  /** Has the figures read soon, once for all changes until then. */
  #changed(wait = this.#readAt + leastPause - Date.now()): void {
    if (this.#timer || this.#streams.count === 0 || this.#streams.ending.aborted) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#isDue = true;
        this.#reading.refresh().catch((err: unknown) => {
          this.#log.warn({ err }, "the figures of the board cannot be read");
          this.#changed(retryAfter);
        });
      },
      Math.max(0, wait),
    );
  }

  async #read(): Promise<void> {
    const viewers = this.#streams.all();
    if (this.#figures && !this.#isDue && Date.now() - this.#readAt < leastPause) {
      const newcomers = viewers.filter(([, { sent }]) => sent === null);
      return this.#send(this.#figures, newcomers);
    }
    this.#readAt = Date.now();
    this.#isDue = false;
    this.#figures = await readFigures(this.#portal);
    await this.#send(this.#figures, viewers);
  }

  /** Sends figures, or only their time to those who have the same ones, and ends the streams of those who are no admins any more. */
  async #send(figures: Figures, viewers: [EventStream, Viewer][]): Promise<void> {
    for (const [stream, viewer] of viewers) {
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
