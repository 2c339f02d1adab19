import { app, net } from "electron";
import { listAnnouncements, type Announcement } from "#shared/api/announcements.ts";
import { clientVersionHeader } from "#shared/api/endpoint.ts";
import type { Language } from "#shared/languages.ts";

/** Time until the response must be complete. */
const requestTimeoutMs = 20_000;

/**
 * Fetches the announcements from the API host, newest first. They are public, so no token is sent.
 * Rejects on a timeout and when the response does not match the contract.
 */
export async function requestAnnouncements(
  apiOrigin: string,
  language: Language,
  signal: AbortSignal,
): Promise<Announcement[]> {
  const answer = await net.fetch(`${apiOrigin}/api${listAnnouncements.path}`, {
    headers: { "accept-language": language, [clientVersionHeader]: app.getVersion() },
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  });
  if (!answer.ok) throw new Error(`the API host answered ${answer.status}`);
  return listAnnouncements.answer.parse(await answer.json()).items;
}
