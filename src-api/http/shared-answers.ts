import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/api/endpoint.ts";
import {
  createSharedAnswers,
  type SharedAnswer,
} from "#api/infra/public-content/public-content.ts";
import type { Portal } from "#api/portal.ts";
import { EncodedBody } from "./encoded-body.ts";

/** Serialises an answer as its endpoint's schema says. */
export const encodeAnswer = <E extends Endpoint>({ answer }: E, value: z.input<E["answer"]>) =>
  new EncodedBody(JSON.stringify(z.encode(answer, value)));

/**
 * Creates the memory of an endpoint's answers, serialised as its schema says. They are the same for
 * everybody whom the endpoint admits: the key must name all that they depend on, and nothing of the
 * session may be in them. `max` is the number of cached answers.
 */
export function createEndpointAnswers<E extends Endpoint>(
  services: Pick<Portal, "publicContent" | "now">,
  endpoint: E,
  max = 20,
) {
  const answers = createSharedAnswers<EncodedBody>(services, max);
  return async (
    key: readonly unknown[],
    make: () => Promise<SharedAnswer<z.input<E["answer"]>>>,
  ): Promise<EncodedBody> => {
    const { value } = await answers.get(JSON.stringify(key), async () => {
      const made = await make();
      return { ...made, value: encodeAnswer(endpoint, made.value) };
    });
    return value;
  };
}

/** Sends a serialised answer, compressed if the caller accepts that. */
export async function sendEncoded(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
): Promise<FastifyReply> {
  const { bytes, encoding } = await body.encodedFor(headers["accept-encoding"]);
  reply.type("application/json; charset=utf-8");
  if (encoding) {
    const vary = [reply.getHeader("vary") ?? [], "accept-encoding"].flat().join(", ");
    reply.headers({ "content-encoding": encoding, vary });
  }
  return reply.send(bytes);
}
