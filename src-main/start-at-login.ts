import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { app } from "electron";
import { brand } from "./brand.ts";
import { logFailure } from "./log.ts";

/** The switch for starting the app when the user logs in. */
export type StartAtLogin = { isOn(): boolean; set(on: boolean): void };

/** Argument of a start at login, which opens no window where there is a tray. macOS has its own way to tell. */
const atLogin = "--at-login";

/** Whether this start of the app was one at login. */
export const isStartAtLogin = (
  argv: readonly string[] = process.argv,
  platform: NodeJS.Platform = process.platform,
): boolean =>
  platform === "darwin"
    ? app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin
    : argv.includes(atLogin);

// Windows looks for an entry with the same arguments; macOS ignores them.
const loginItem = () => app.getLoginItemSettings({ args: [atLogin] });

const systemStart: StartAtLogin = {
  isOn: () => loginItem().openAtLogin,
  set: (on) => app.setLoginItemSettings({ openAtLogin: on, args: [atLogin] }),
};

/** Formats a path as the program of an `Exec` key (Desktop Entry Specification 1.5). */
export function execValue(path: string): string {
  const quoted = `"${path.replace(/["`$\\]/g, "\\$&").replaceAll("%", "%%")}"`;
  return quoted
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}

/** Returns a desktop entry. Linux desktops start the entries in the folder `autostart` at login. */
const entry = (exec: string) => `[Desktop Entry]
Type=Application
Version=1.5
Name=${brand.name}
${exec}
Terminal=false
X-GNOME-Autostart-enabled=true
`;

/** Desktop tools disable an entry with these keys instead of deleting it. */
const turnedOff = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m;

function attempt(access: () => void): void {
  try {
    access();
  } catch (error) {
    logFailure("Starting at login could not be set", error);
  }
}

/** Manages the user's XDG autostart entry for a program. */
function autostart(program: string): StartAtLogin {
  // `appData` is $XDG_CONFIG_HOME, by default ~/.config.
  const file = join(app.getPath("appData"), "autostart", `${brand.deepLinkScheme}.desktop`);
  const exec = `Exec=${execValue(program)} ${atLogin}`;
  const read = (): string | null => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return null;
    }
  };
  const write = (text: string) =>
    attempt(() => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    });

  // The AppImage was moved or replaced by a newer one, or the entry is of an older version of the app.
  const text = read();
  if (text !== null && !text.split("\n").includes(exec)) {
    write(text.replace(/^Exec\s*=.*$/m, () => exec));
  }
  return {
    isOn: () => {
      const now = read();
      return now !== null && !turnedOff.test(now);
    },
    set: (on) => (on ? write(entry(exec)) : attempt(() => rmSync(file, { force: true }))),
  };
}

/** Returns the switch for this system; null for an app that is not packaged. */
export function openStartAtLogin(
  platform: NodeJS.Platform = process.platform,
  environment: Record<string, string | undefined> = process.env,
): StartAtLogin | null {
  if (!app.isPackaged) return null;
  // An entry of an earlier version, without the argument, starts the app but is not found.
  if (platform === "win32" && !systemStart.isOn() && loginItem().executableWillLaunchAtLogin) {
    systemStart.set(true);
  }
  if (platform === "darwin" || platform === "win32") return systemStart;
  // The program inside an AppImage is mounted only while it runs, so the entry names the AppImage.
  return autostart(environment["APPIMAGE"] || process.execPath);
}
