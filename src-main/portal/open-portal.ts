import { app, net } from "electron";
import { clientVersionHeader } from "#shared/api/endpoint.ts";
import { backOffMs, type BackOff } from "#shared/back-off.ts";
import { minuteMs } from "#shared/durations.ts";
import { logout } from "#shared/api/sign-in.ts";
import { storedValueNames, storedValues } from "#shared/stored-values.ts";
import { watchAnnouncements, type AnnouncementWatch } from "../announcements/announcement-watch.ts";
import { requestAnnouncements } from "../announcements/announcement-request.ts";
import {
  countText,
  showNotification,
  showNotifications,
} from "../announcements/announcement-notification.ts";
import type { Language } from "#shared/languages.ts";
import { createListeners } from "#shared/listeners.ts";
import { routePath } from "#shared/routes.ts";
import { textsIn } from "../desktop-texts.ts";
import { openInterfaceBrand, type InterfaceBrand } from "../interface-brand.ts";
import { logFailure } from "../log.ts";
import { openDeviceStore, type DeviceStore } from "../storage/device-store.ts";
import { portalEntries } from "../storage/portal-entries.ts";
import type { OpenedStoreFile } from "../storage/store-file.ts";
import { keepLegalTexts, type KeptAnswer } from "./legal-texts.ts";
import { watchWork, type Work, type WorkWatch } from "./work-watch.ts";

/** What the app has of the portal that it is at. */
export type OpenPortal = {
  /** `https://portal.example.com` */
  origin: string;
  store: DeviceStore;
  brand: InterfaceBrand;
  announcements: AnnouncementWatch;
  work: WorkWatch;
  /** Answers of the API that are there without a connection. */
  kept: KeptAnswer;
  /** How much there is to look at: announcements that came while nobody looked, and what waits for an admin. */
  badge: Badge;
  /** Logs out of the portal, on this computer and there, and ends everything that runs for it. */
  leave(): Promise<void>;
};

/** The number that the system shows on the app's icon. */
type Badge = {
  count(): number;
  onChange(listener: () => void): void;
  /** Announcements count as seen: the user is at a window of the app. */
  look(): void;
};

/** Time within which a portal that is left has to answer, and time that quitting waits for that. */
const logoutTimeoutMs = 20_000;
const maxQuitDelayMs = 2_000;
/** Pauses before a logout is sent again. */
const repeatAfter: BackOff = { firstMs: 5_000, maxMs: 10 * minuteMs };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Logouts that are being sent. */
const logouts = new Set<Promise<boolean>>();

/** Returns what quitting waits for: logouts that are being sent, each for two seconds at most. */
export const pendingLogouts = (): Promise<unknown>[] =>
  [...logouts].map((sent) => Promise.race([sent, pause(maxQuitDelayMs)]));

/** Sends a logout. Resolves with whether the portal has ended the session. */
async function sendLogout(origin: string, token: string): Promise<boolean> {
  try {
    const answer = await net.fetch(`${origin}/api${logout.path}`, {
      method: logout.method,
      headers: { authorization: `Bearer ${token}`, [clientVersionHeader]: app.getVersion() },
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(logoutTimeoutMs),
    });
    if (answer.ok || answer.status === 401) return true;
    throw new Error(`the API host answered ${answer.status}`);
  } catch (error) {
    logFailure("The portal does not know of the logout", error);
    return false;
  }
}

/** Revokes a session at its portal: tries until the app quits, since the token is in memory only. Else it ends there when it expires. */
async function revoke(origin: string, token: string): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    const sent = sendLogout(origin, token);
    logouts.add(sent);
    if (await sent.finally(() => logouts.delete(sent))) return;
    await pause(backOffMs(repeatAfter, failures));
  }
}

/** Removes what a logout removes from the device. */
async function clear(store: DeviceStore, entries: OpenedStoreFile): Promise<void> {
  const removed = storedValueNames.filter((name) => storedValues[name].cleared !== "never");
  try {
    for (const name of removed) await store.remove(name);
    // One that the key store could not decrypt.
    entries.delete(storedValues.token.key);
  } catch (error) {
    logFailure("The logout could not be stored", error);
  }
}

/** Notifies of what has come to wait for an admin; a click opens its list. */
function notifyOfWork(
  added: Work,
  now: Work,
  language: Language,
  open: (path: string) => void,
): void {
  const { work: t } = textsIn(language);
  const section = (query: string) => `${routePath("dashboard")}?section=${query}`;
  if (added.messages > 0) {
    const title = countText(t, "messages", now.messages, language);
    showNotification({ title }, () => open(section("messages")));
  }
  if (added.failedPayments > 0) {
    const title = countText(t, "payments", now.failedPayments, language);
    showNotification({ title }, () => open(section("members&status=payment-trouble")));
  }
}

export type PortalServices = {
  file: OpenedStoreFile;
  language: () => Language;
  /** Opens a path of the portal. */
  open: (path: string) => void;
};

/** Opens a portal with what this computer has stored for it. Requires the app to be ready. */
export function openPortal(origin: string, { file, language, open }: PortalServices): OpenPortal {
  const entries = portalEntries(file, origin);
  const store = openDeviceStore(entries);
  const brand = openInterfaceBrand(entries, origin);
  const kept = keepLegalTexts(entries, origin, brand);
  const counted = createListeners();
  let unseen = 0;
  const announcements = watchAnnouncements({
    file: entries,
    request: (signal) => requestAnnouncements(origin, language(), signal),
    notify: (news) => {
      unseen += news.length;
      counted.emit();
      showNotifications(news, language(), open);
    },
  });
  const work = watchWork({
    origin,
    file: entries,
    store,
    notify: (added, now) => notifyOfWork(added, now, language(), open),
  });
  work.onChange(() => counted.emit());
  return {
    origin,
    store,
    brand,
    announcements,
    work,
    kept,
    badge: {
      count: () => {
        const { messages, failedPayments } = work.current() ?? { messages: 0, failedPayments: 0 };
        return unseen + messages + failedPayments;
      },
      onChange: (listener) => void counted.add(listener),
      look: () => {
        if (unseen === 0) return;
        unseen = 0;
        counted.emit();
      },
    },
    leave: async () => {
      announcements.stop();
      work.stop();
      brand.stop();
      await store.ready;
      const { token } = store.texts();
      await clear(store, entries);
      if (token !== undefined) void revoke(origin, token);
    },
  };
}
