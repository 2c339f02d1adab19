import { describe, expect, it, onTestFinished } from "vitest";
import { defaultFlags } from "#shared/flags.ts";
import { maintenance, useFlagDevice } from "./testing/flag-device.ts";
import { eventually, advanceTime, openWindow } from "./testing/open-window.ts";

const device = useFlagDevice();

const kim = { id: "u1", email: "kim@example.com", roles: ["ROLE_USER"] };
const member = {
  ...kim,
  subscriptionOwned: true,
  subscriptionPending: false,
  subscriptionPastDue: false,
};

describe("a window", () => {
  it("turns off flags that the service removes", async () => {
    device.service.set("maintenance-mode", true);
    const window = await openWindow();
    window.start();
    await device.streaming();
    await device.shows(window, maintenance);
    device.service.remove("maintenance-mode");
    await device.shows(window, defaultFlags);
    expect(device.kept()).toEqual(defaultFlags);
  });

  it("starts with one request and one stream, to the portal's own address", async () => {
    const window = await openWindow();
    window.start();
    await device.streaming();
    await advanceTime(50_000);
    expect(device.service.urls).toHaveLength(2);
    const [question, stream] = device.service.urls;
    const base = `${location.protocol}//${location.host}/api/flags`;
    expect(question).toContain(`${base}/sdk/evalx/embedded/contexts/`);
    expect(stream).toContain(`${base}/eval/embedded/`);
  });

  it("uses LaunchDarkly if the page has a client-side ID, without sending events", async () => {
    const meta = document.createElement("meta");
    meta.name = "launchdarkly-client-id";
    meta.content = "0123456789abcdef01234567";
    document.head.append(meta);
    const window = await openWindow();
    window.start();
    await device.streaming();
    meta.remove();
    await advanceTime(30_000); // the SDK would send events every 2 s
    expect(device.service.urls).toHaveLength(2);
    expect(device.service.urls[0]).toMatch(
      /^https:\/\/app\.launchdarkly\.com\/sdk\/evalx\/0123456789abcdef01234567\//,
    );
    expect(device.service.urls[1]).toMatch(
      /^https:\/\/clientstream\.launchdarkly\.com\/eval\/0123456789abcdef01234567\//,
    );
  });

  it("streams while it is visible, and catches up when it is shown again", async () => {
    const window = await openWindow({ visible: false });
    window.start();
    await advanceTime(60_000);
    expect(device.service.urls).toEqual([]);
    window.show();
    await device.streaming();
    window.hide();
    expect(device.service.streams.size).toBe(0);
    device.service.set("maintenance-mode", true);
    window.show();
    await device.shows(window, maintenance);
    await device.streaming();
  });

  it("leaves connections for requests: at most four windows stream, and the place of a hidden one is taken", async () => {
    const held = new Set<string>();
    const request = async (
      name: string,
      _: { ifAvailable: true },
      hold: (lock: object | null) => Promise<void> | undefined,
    ) => {
      if (held.has(name)) return hold(null);
      held.add(name);
      await hold({});
      held.delete(name);
    };
    Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
    const windows = [];
    for (let i = 0; i < 5; i += 1) windows.push(await openWindow());
    for (const window of windows) window.start();
    await device.streaming(4);
    await advanceTime(1_000);
    device.service.set("maintenance-mode", true);
    expect(device.service.streams.size).toBe(4);
    for (const window of windows) await device.shows(window, maintenance);
    windows[0]?.hide();
    expect(device.service.streams.size).toBe(3);
    await device.streaming(4);
  });
});

describe("the user of a window", () => {
  const visitor = { kind: "user", key: "visitor", anonymous: true };
  const kimsContext = { kind: "user", key: "u1", roles: ["ROLE_USER"] };
  const streamed = () => [...device.service.streams].map(({ context }) => context);

  it("is requested once the service is back, if it was down at login", async () => {
    const window = await openWindow();
    window.start();
    await device.streaming();
    device.service.mode = 500;
    window.session.setState({ user: member, token: "t" });
    await advanceTime(5_000);
    expect(streamed()).toEqual([visitor]);
    device.service.mode = "up";
    await eventually(() => expect(streamed()).toEqual([kimsContext]));
  });

  it("is not replaced by a late answer for another user", async () => {
    device.service.holding = true;
    const window = await openWindow();
    window.start();
    await eventually(() => expect(device.service.requested).toEqual([visitor]));
    await advanceTime(15_100);
    window.session.setState({ user: member, token: "t" });
    await eventually(() => expect(device.service.requested).toEqual([visitor, kimsContext]));
    device.service.holding = false;
    const [visitors, kims] = device.service.held.splice(0);
    kims?.();
    await eventually(() => expect(streamed()).toEqual([kimsContext]));
    visitors?.();
    await advanceTime(20_000);
    expect(streamed()).toEqual([kimsContext]);
  });

  it("is awaited at the start", async () => {
    const window = await openWindow({ session: "starting" });
    window.start();
    await advanceTime(5_000);
    expect(device.service.urls).toEqual([]);
    window.act(() => window.session.setState({ status: "ready", user: member, token: "t" }));
    await eventually(() => expect(streamed()).toEqual([kimsContext]));
    expect(device.service.requested).toEqual([kimsContext]);
  });

  it("is not requested again when only the name changes", async () => {
    const window = await openWindow();
    window.session.setState({ user: member, token: "t" });
    window.start();
    await device.streaming();
    window.session.setState({ user: { ...member, name: "Kim" } });
    await advanceTime(5_000);
    expect(device.service.requested).toHaveLength(1);
  });
});
