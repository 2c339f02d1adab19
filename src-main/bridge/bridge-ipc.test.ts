import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type {
  Calls,
  FindResult,
  PortalBridge,
  StartValues,
  StoredChange,
  StoredTexts,
  Unsubscribe,
} from "#shared/bridge.ts";
import type { StoredValueName } from "#shared/stored-values.ts";
import { RecordedContents } from "../testing/recording-electron.ts";
import type { CallHandlers } from "./bridge-ipc.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { answerCalls, sendEvent } = await import("./bridge-ipc.ts");

/** The handlers, but for those that a test replaces. */
type With<Replaced> = Omit<CallHandlers, keyof Replaced> & Replaced;
type Event = Parameters<CallHandlers["load"]>[0];

/** `tsc -b` checks these types; the tests only have to exist. */
describe("main does not compile", () => {
  it("when a handler is missing", () => {
    expectTypeOf<CallHandlers>().toExtend<Parameters<typeof answerCalls>[0]>();
    expectTypeOf<Omit<CallHandlers, "load">>().not.toExtend<CallHandlers>();
    expectTypeOf<Omit<CallHandlers, "followOpen">>().not.toExtend<CallHandlers>();
  });

  it("when a handler expects other arguments", () => {
    type Right = (event: Event, name: StoredValueName, text: string) => Promise<void>;
    expectTypeOf<With<{ write: Right }>>().toExtend<CallHandlers>();
    type WrongType = (event: Event, pinned: string) => void;
    expectTypeOf<With<{ writePin: WrongType }>>().not.toExtend<CallHandlers>();
    type NoSuchName = (event: Event, name: "token") => Promise<void>;
    expectTypeOf<With<{ remove: NoSuchName }>>().not.toExtend<CallHandlers>();
    type TooMany = (event: Event, text: string, backwards: boolean, wrap: boolean) => void;
    expectTypeOf<With<{ find: TooMany }>>().not.toExtend<CallHandlers>();
  });

  it("when a handler has another result, also asynchronously or where none is expected", () => {
    expectTypeOf<With<{ start: () => StartValues }>>().toExtend<CallHandlers>();
    expectTypeOf<With<{ start: () => Promise<StartValues> }>>().toExtend<CallHandlers>();
    expectTypeOf<With<{ start: () => string }>>().not.toExtend<CallHandlers>();
    expectTypeOf<With<{ start: () => Promise<string> }>>().not.toExtend<CallHandlers>();
    expectTypeOf<With<{ start: () => void }>>().not.toExtend<CallHandlers>();
    expectTypeOf<With<{ load: () => { token: number } }>>().not.toExtend<CallHandlers>();
    expectTypeOf<With<{ start: () => { canPin: true } }>>().not.toExtend<CallHandlers>();
    expectTypeOf<With<{ stopFinding: () => boolean }>>().not.toExtend<CallHandlers>();
  });

  it("when an event is unknown or has another message", () => {
    const recorded = new RecordedContents();
    const contents = recorded as never; // of the recorder
    sendEvent(contents, "onPinChange", true);
    sendEvent(contents, "onFindRequest");
    // @ts-expect-error -- a text instead of a boolean
    sendEvent(contents, "onPinChange", "yes");
    // @ts-expect-error -- without its message
    sendEvent(contents, "onOpen");
    // @ts-expect-error -- with a message that it does not have
    sendEvent(contents, "onFindRequest", true);
    // @ts-expect-error -- a call
    sendEvent(contents, "load");
    expect(recorded.send.mock.calls.slice(0, 2)).toEqual([
      ["onPinChange", true],
      ["onFindRequest"],
    ]);
  });
});

it("gives pages the types of the contract", () => {
  expectTypeOf<Calls["load"]>().toEqualTypeOf<{ input: []; result: StoredTexts }>();
  expectTypeOf<Calls["find"]>().toEqualTypeOf<{ input: [string, boolean]; result: void }>();
  expectTypeOf<PortalBridge["write"]>().toEqualTypeOf<
    (name: StoredValueName, text: string) => Promise<void>
  >();
  expectTypeOf<PortalBridge["start"]>().toEqualTypeOf<() => Promise<StartValues>>();
  expectTypeOf<PortalBridge["onChange"]>().toEqualTypeOf<
    (listener: (change: StoredChange) => void) => Unsubscribe
  >();
  expectTypeOf<PortalBridge["onFound"]>().parameter(0).parameter(0).toEqualTypeOf<FindResult>();
  expectTypeOf<PortalBridge["onFindRequest"]>().parameter(0).toEqualTypeOf<() => void>();
});

it("no other file of main uses channels, whose types nothing would check", () => {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const sources = globSync("**/*.ts", { cwd: folder }).filter(
    (file) => !/\.test\.ts$|(^|\/)testing\//.test(file),
  );
  const users = sources.filter((file) =>
    /\bipcMain\.(handle|on|once)\b|\.(send|postMessage)\(/.test(
      readFileSync(`${folder}${file}`, "utf8"),
    ),
  );
  expect(users).toEqual(["bridge/bridge-ipc.ts"]);
});
