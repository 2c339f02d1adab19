import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { FakeAccount, type StripeObject } from "./fake-account.ts";
import { type Answer, answerCall, makeRefund, type StripeCall } from "./fake-answers.ts";

/** What the server does with a request: nothing special, no answer at all, an error, or doing it and losing the answer. */
type Fault = "hang" | "error" | "lost" | "refused";

/** A server with Stripe's API, which keeps idempotency keys and fails when it is told to. */
export class FakeStripe extends FakeAccount {
  readonly calls: StripeCall[] = [];
  /** Faults of the next requests, in order. */
  readonly faults: Fault[] = [];
  /** Every request fails like this until it is unset. */
  outage: Fault | null = null;
  /** What a restricted key may not write, such as `invoices`. */
  forbidden: readonly string[] = [];
  readonly #kept = new Map<string, { request: string; answer: Answer }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  /** Listens. Returns the options by which Stripe's client finds it. */
  async start() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo; // not a pipe
    return { host: "127.0.0.1", port, protocol: "http", timeout: 500 } as const;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Forgets idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#kept.clear();
  }

  /** Refunds the payment of a page in Stripe's dashboard: all that is left of it, or a part. Returns the refund's id. */
  refundPage(pageId: string, amount?: number): string {
    const form = { payment_intent: String(this.get(pageId)["payment_intent"]) };
    const { status, body } = makeRefund(
      this,
      amount === undefined ? form : { ...form, amount: String(amount) },
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body as StripeObject).id; // `makeRefund` adds one
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const { pathname: path, searchParams } = new URL(url, "http://stripe.test");
    const form = Object.fromEntries([...searchParams, ...new URLSearchParams(await text(request))]);
    const key = headers["idempotency-key"];
    const version = headers["stripe-version"];
    const call = { method, path, form, key: String(key), version: String(version) };
    this.calls.push(call);
    const fault = this.faults.shift() ?? this.outage;
    if (fault === "hang") return;
    if (fault === "refused") return void request.socket.destroy();
    if (fault === "error")
      return send(response, {
        status: 500,
        body: { error: { type: "api_error", message: "An unknown error occurred" } },
      });
    if (method === "POST" && this.forbidden.some((one) => path.startsWith(`/v1/${one}/`)))
      return send(response, {
        status: 403,
        body: { error: { type: "invalid_request_error", message: "Required permissions" } },
      });
    const answer = this.#answerOnce(call);
    if (fault === "lost") return void request.socket.destroy();
    send(response, answer);
  }

  /** Answers a repeated POST like the first one; refuses the key for another request. */
  #answerOnce(call: StripeCall): Answer {
    if (call.method !== "POST" || !call.key) return answerCall(this, call);
    const request = JSON.stringify([call.path, call.form]);
    const kept = this.#kept.get(call.key);
    if (kept && kept.request !== request) {
      return {
        status: 400,
        body: { error: { type: "idempotency_error", message: "Other parameters" } },
      };
    }
    const answer = kept?.answer ?? answerCall(this, call);
    // What fails validation is not kept.
    if (answer.status !== 404)
      this.#kept.set(call.key, { request, answer: structuredClone(answer) });
    return answer;
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
  response.end(JSON.stringify(body));
}
