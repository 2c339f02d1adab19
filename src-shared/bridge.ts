import * as z from "zod/mini";
import { storedValueNames, storedValues, type StoredValueName } from "./stored-values.ts";

/** Stored texts by name, as `storedValues` formats them; values that are not stored are missing. */
export type StoredTexts = Partial<Record<StoredValueName, string>>;

/** A stored value that was changed by another window; `text` is null when it was removed. */
export type StoredChange = { name: StoredValueName; text: string | null };

/** What a page needs before its first render. */
export type StartValues = {
  texts: StoredTexts;
  canPin: boolean;
  /** Whether the page's window is pinned above others. */
  pinned: boolean;
  canNotify: boolean;
  /** Whether new announcements are shown as system notifications. */
  notifies: boolean;
};

/** The number of the highlighted match, counted from 1, and the number of matches. */
export type FindResult = { active: number; total: number };

/** Removes the listener. */
export type Unsubscribe = () => void;

/** A call from a page that main answers. `result` is never set: it carries the type of the answer. */
type Call<Input extends readonly unknown[], Result> = {
  kind: "invoke";
  /** The arguments that main accepts. */
  input: z.ZodMiniType<Input>;
  result?: Result;
};

/** A message from main to a page. `message` is never set: it carries the types of the arguments. */
type Event<Message extends readonly unknown[]> = { kind: "event"; message?: Message };

const call =
  <Result = void>() =>
  <Input extends readonly unknown[]>(input: z.ZodMiniType<Input>): Call<Input, Result> => ({
    kind: "invoke",
    input,
  });
const event = <Message extends readonly unknown[]>(): Event<Message> => ({ kind: "event" });

/** Of a text that a page stores, in UTF-16 code units; a full cart takes a fraction of it. */
const maxTextLength = 1_000_000;

const storedName = z.enum(storedValueNames);
const storedEntry = z
  .tuple([storedName, z.string().check(z.maxLength(maxTextLength))])
  .check(z.refine(([name, text]) => storedValues[name].parse(text) !== null));
const address = z.string().check(z.minLength(1), z.maxLength(8_192));
const searchText = z.string().check(z.minLength(1), z.maxLength(1_000));
const none = z.tuple([]);
const flag = z.tuple([z.boolean()]);

/**
 * The contract between pages and main. One entry per member of `window.portalBridge`; the name is also
 * the IPC channel. Main checks the sender of every call and parses its arguments.
 */
export const bridgeContract = {
  /** Resolves once the stored token was read. */
  start: call<StartValues>()(none),
  load: call<StoredTexts>()(none),
  /** (name, text) Resolves once the text is on disk. */
  write: call()(storedEntry),
  /** (name) */
  remove: call()(z.tuple([storedName])),
  /** Emitted for changes made by other windows. */
  onChange: event<[change: StoredChange]>(),
  /**
   * (url) Opens a URL in the system's browser or mail program. A path below `/api` is opened at the API
   * host. Rejects for URLs that the app does not open.
   */
  openExternal: call()(z.tuple([address])),
  /** (pinned) */
  writePin: call()(flag),
  /** Emitted when this window was pinned or unpinned by any means. */
  onPinChange: event<[pinned: boolean]>(),
  /** (on) */
  writeNotifications: call()(flag),
  /** Emitted when notifications were turned on or off, in any window or by the menu. */
  onNotificationsChange: event<[on: boolean]>(),
  /** Resolves with the hash of the portal's brand, as JSON, with which a page is opened now. */
  brandHash: call<number>()(none),
  /** Emitted when the portal has another brand than before. */
  onBrandChange: event<[]>(),
  /** (text, backwards) Highlights the next match in the page, or the previous one. */
  find: call()(z.tuple([searchText, z.boolean()])),
  stopFinding: call()(none),
  /** Emitted when the user chose "Find" in the menu. */
  onFindRequest: event<[]>(),
  onFound: event<[result: FindResult]>(),
  /** (follows) Tells main whether this page listens to `onOpen`. If not, main loads the path instead. */
  followOpen: call()(flag),
  /** Emitted when a deep link or a notification opens a path of the portal in this window. */
  onOpen: event<[path: string]>(),
};

type Contract = typeof bridgeContract;
type NameOf<Kind> = {
  [Name in keyof Contract]: Contract[Name]["kind"] extends Kind ? Name : never;
}[keyof Contract];

export type CallName = NameOf<"invoke">;
/** Members that listen to main. */
export type EventName = NameOf<"event">;

export type Calls = {
  [Name in CallName]: Contract[Name] extends Call<infer Input, infer Result>
    ? { input: Input; result: Result }
    : never;
};

/** The arguments that listeners of every event get. */
export type Events = {
  [Name in EventName]: Contract[Name] extends Event<infer Message> ? Message : never;
};

/** Which members call main and which listen to it. */
export type BridgeKinds = { [Name in keyof Contract]: Contract[Name]["kind"] };

/** What the preload script exposes as `window.portalBridge`. Calls reject when main refuses them. */
export type PortalBridge = {
  [Name in keyof Contract]: Name extends CallName
    ? (...input: Calls[Name]["input"]) => Promise<Calls[Name]["result"]>
    : Name extends EventName
      ? (listener: (...message: Events[Name]) => void) => Unsubscribe
      : never;
};
