import { beforeEach, describe, expect, it, vi } from "vitest";
import { bridgeChannels as channels, type PortalBridge } from "../src-shared/bridge.ts";
import { bridgeNames } from "./testing/bridge-names.ts";

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

describe("the bridge", () => {
  it("exposes named functions under one name, and nothing else", () => {
    expect(exposed.map(([name]) => name)).toEqual(["portalBridge"]);
    expect(Object.values(bridge).every((member) => typeof member === "function")).toBe(true);
    expect(Object.keys(bridge).toSorted()).toEqual(bridgeNames);
  });

  it("asks main by the channels agreed on, with what it was given", () => {
    void bridge.load();
    void bridge.write("language", "pl");
    void bridge.remove("token");
    void bridge.openExternal("https://example.com/");
    void bridge.writePin(true);
    void bridge.writeNotifications(false);
    void bridge.find("dog", true);
    void bridge.followOpen(true);
    expect(ipcRenderer.invoke.mock.calls).toEqual([
      [channels.load],
      [channels.write, "language", "pl"],
      [channels.remove, "token"],
      [channels.openExternal, "https://example.com/"],
      [channels.writePin, true],
      [channels.writeNotifications, false],
      [channels.find, "dog", true],
      [channels.followOpen, true],
    ]);
  });

  it.each([
    ["onChange", channels.changed, { name: "language", text: "pl" }],
    ["onPinChange", channels.pinChanged, true],
    ["onNotificationsChange", channels.notificationsChanged, true],
    ["onFindRequest", channels.findRequested, undefined],
    ["onFound", channels.found, { active: 1, total: 2 }],
    ["onOpen", channels.open, "/articles"],
  ] as const)(
    "%s hands on the message without its event, until it is stopped",
    (name, channel, message) => {
      const listener = vi.fn();
      const stop = bridge[name](listener);
      const [heardOn, hear] = ipcRenderer.on.mock.lastCall as [string, Listener]; // as `on` is called
      expect(heardOn).toBe(channel);
      hear({ sender: ipcRenderer }, message);
      expect(listener.mock.calls).toEqual([[message]]);
      expect(stop()).toBeUndefined();
      expect(ipcRenderer.removeListener).toHaveBeenLastCalledWith(channel, hear);
    },
  );
});
