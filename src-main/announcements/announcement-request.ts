import { app, net } from "electron";
import { listAnnouncements, type Announcement } from "../../src-shared/api/announcements.ts";
import { clientVersionHeader } from "../../src-shared/api/endpoint.ts";
import type { Language } from "../../src-shared/languages.ts";

/** ms until the whole answer has to be there. */
const requestTimeout = 20_000;

/**
 * Asks the API host for the announcements, newest first, in a language; as a visitor, they are
 * public. Rejects when there is no answer in time, and when it is none that the contract knows.
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
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
  });
  if (!answer.ok) throw new Error(`the API host answered ${answer.status}`);
  return listAnnouncements.answer.parse(await answer.json()).items;
}
