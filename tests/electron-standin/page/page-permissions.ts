/**
 * Makes a page's requests for permissions ask the app first by `ask`; Chromium then applies the answer.
 * Frames have no `ask`, so their requests fail. Self-contained: its source runs in Chromium.
 */
export function askFirst(
  ask: ((question: { permission: string; isCheck: boolean }) => Promise<boolean>) | null,
): void {
  type Method = (...args: unknown[]) => unknown;
  const refuse = () => {
    throw new DOMException(
      "electron stand-in: a frame's permission is not there",
      "NotAllowedError",
    );
  };
  const wrap = (owner: object | undefined, name: string, make: (original: Method) => Method) => {
    const original: unknown = owner && Reflect.get(owner, name);
    if (owner && typeof original === "function") Reflect.set(owner, name, make(original as Method));
  };
  /** Electron's names of permissions, with the promise-based functions that request them. */
  const requests: [string, object | undefined, string][] = [
    ["notifications", window.Notification, "requestPermission"],
    ["media", window.MediaDevices?.prototype, "getUserMedia"],
    ["midi", window.Navigator.prototype, "requestMIDIAccess"],
    ["clipboard-read", window.Clipboard?.prototype, "read"],
    ["clipboard-read", window.Clipboard?.prototype, "readText"],
    ["clipboard-sanitized-write", window.Clipboard?.prototype, "write"],
    ["clipboard-sanitized-write", window.Clipboard?.prototype, "writeText"],
    ["screen-wake-lock", window.WakeLock?.prototype, "request"],
    ["fullscreen", window.Element.prototype, "requestFullscreen"],
  ];
  for (const [permission, owner, name] of requests) {
    wrap(
      owner,
      name,
      (original) =>
        async function asks(this: unknown, ...args) {
          const granted = ask ? await ask({ permission, isCheck: false }) : refuse();
          // Chromium has no setting for this permission.
          if (permission === "fullscreen" && !granted)
            throw new TypeError("Permissions check failed");
          return Reflect.apply(original, this, args);
        },
    );
  }
  wrap(
    window.Geolocation?.prototype,
    "getCurrentPosition",
    (original) =>
      function asks(this: unknown, ...args) {
        const locate = () => Reflect.apply(original, this, args);
        if (ask) void ask({ permission: "geolocation", isCheck: false }).then(locate);
        else refuse();
      },
  );
  wrap(window.Geolocation?.prototype, "watchPosition", () => () => {
    throw new Error("electron stand-in: watchPosition is not there");
  });
  /** Names in `navigator.permissions` that differ from Electron's. */
  const named: Record<string, string> = {
    camera: "media",
    microphone: "media",
    "clipboard-write": "clipboard-sanitized-write",
  };
  wrap(
    window.Permissions?.prototype,
    "query",
    (original) =>
      async function asks(this: unknown, ...args) {
        const { name } = args[0] as { name: string }; // Chromium rejects anything else afterwards
        if (ask) await ask({ permission: named[name] ?? name, isCheck: true });
        else refuse();
        return Reflect.apply(original, this, args);
      },
  );
}
