import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { app } from "electron";
import { brand } from "./brand.ts";
import { logFailure } from "./log.ts";

/** Whether the app starts when its user logs in. */
export type StartAtLogin = { isOn(): boolean; set(on: boolean): void };

const systemStart: StartAtLogin = {
  isOn: () => app.getLoginItemSettings().openAtLogin,
  set: (on) => app.setLoginItemSettings({ openAtLogin: on }),
};

/**
 * A path as the program of an Exec key: quoted, then escaped as all texts of a desktop entry are
 * (Desktop Entry Specification 1.5, "The Exec key").
 */
export function execValue(path: string): string {
  const quoted = `"${path.replace(/["`$\\]/g, "\\$&").replaceAll("%", "%%")}"`;
  return quoted
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}

/** An entry for the desktops of Linux, which start what lies in `autostart`. */
const entry = (exec: string) => `[Desktop Entry]
Type=Application
Version=1.5
Name=${brand.name}
${exec}
Terminal=false
X-GNOME-Autostart-enabled=true
`;

/** Tools of the desktops turn an entry off by these keys and leave it where it is. */
const turnedOff = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m;

function attempt(access: () => void): void {
  try {
    access();
  } catch (error) {
    logFailure("Starting at login could not be set", error);
  }
}

/** Starting at login as an XDG autostart entry of this user, for the program at that path. */
function autostart(program: string): StartAtLogin {
  // Electron's name for $XDG_CONFIG_HOME, or ~/.config without it.
  const file = join(app.getPath("appData"), "autostart", `${brand.deepLinkScheme}.desktop`);
  const exec = `Exec=${execValue(program)}`;
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

  // An AppImage was moved, or gave way to a newer one: the entry follows it.
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

/**
 * Starting at login as this system does it; null where it is not offered: an app that is not
 * packaged would leave behind a bare Electron that starts nothing of ours.
 */
export function openStartAtLogin(
  platform: NodeJS.Platform = process.platform,
  environment: Record<string, string | undefined> = process.env,
): StartAtLogin | null {
  if (!app.isPackaged) return null;
  if (platform === "darwin" || platform === "win32") return systemStart;
  // The program itself lies in a folder that is there only while the AppImage runs.
  return autostart(environment["APPIMAGE"] || process.execPath);
}
