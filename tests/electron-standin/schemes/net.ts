import { assertSessionIsThere } from "../app/session.ts";
import { notThere, strictObject } from "../strict.ts";

async function fetchFromWeb(input: string | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (!/^https?:/.test(request.url)) throw notThere(`net.fetch of ${request.url}`);
  return fetch(request);
}

/** `net` */
export const net = strictObject("Net", {
  fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    assertSessionIsThere();
    return fetchFromWeb(input, init);
  },
});
