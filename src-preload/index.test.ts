import { beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import {
  bridgeContract,
  type BridgeKinds,
  type PortalBridge,
  type Unsubscribe,
} from "#shared/bridge.ts";

type Listener = (event: unknown, message: unknown) => void;

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(), on: vi.fn(), removeListener: vi.fn() },
}));
vi.mock("electron", () => electron);
const { contextBridge, ipcRenderer } = electron;

await import("./index.ts");
const exposed = [...contextBridge.exposeInMainWorld.mock.calls];
const bridge: PortalBridge = exposed[0]?.[1];

beforeEach(() => vi.clearAllMocks());

const namesOf = (kind: string) =>
  Object.entries(bridgeContract).flatMap(([name, entry]) => (entry.kind === kind ? [name] : []));
/** A member as a page without types sees it. */
const member = (name: string): ((...input: unknown[]) => unknown) => Reflect.get(bridge, name);

describe("the bridge", () => {
  it("exposes the members of the contract as functions, and nothing else", () => {
    expect(exposed.map(([name]) => name)).toEqual(["portalBridge"]);
    expect(Object.values(bridge).every((one) => typeof one === "function")).toBe(true);
    expect(Object.keys(bridge).toSorted()).toEqual(Object.keys(bridgeContract).toSorted());
  });

  it("does not compile when a member is missing or of the wrong kind", () => {
    expectTypeOf<Omit<BridgeKinds, "load">>().not.toExtend<BridgeKinds>();
    expectTypeOf<Omit<BridgeKinds, "onOpen">>().not.toExtend<BridgeKinds>();
    expectTypeOf<Omit<BridgeKinds, "load"> & { load: "event" }>().not.toExtend<BridgeKinds>();
  });

  it.each(namesOf("invoke"))("%s calls main on its own channel with its arguments", (name) => {
    void member(name)("language", true);
    expect(ipcRenderer.invoke.mock.calls).toEqual([[name, "language", true]]);
  });

  it.each(namesOf("event"))("%s passes messages on without their event, until stopped", (name) => {
    const listener = vi.fn();
    const stop = member(name)(listener);
    const [channel, receive] = ipcRenderer.on.mock.lastCall as [string, Listener]; // as `on` is called
    expect(channel).toBe(name);
    receive({ sender: ipcRenderer }, { active: 1 });
    expect(listener.mock.calls).toEqual([[{ active: 1 }]]);
    expect((stop as Unsubscribe)()).toBeUndefined(); // of an event
    expect(ipcRenderer.removeListener).toHaveBeenLastCalledWith(name, receive);
  });
});
