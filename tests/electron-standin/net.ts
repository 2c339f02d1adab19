import { notThere, strictObject } from "./strict.ts";

/** `net` */
export const net = strictObject("Net", {
  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    if (!/^https?:/.test(request.url)) throw notThere(`net.fetch of ${request.url}`);
    return fetch(request);
  },
});
