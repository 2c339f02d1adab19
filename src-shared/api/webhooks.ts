import * as z from "zod/mini";
import { endpoint, noContent } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, message } from "./fields.ts";

/** What receivers are notified of, in the order in which admins choose; the form is that of Standard Webhooks. */
export const webhookEvents = [
  "member.joined",
  "membership.began",
  "membership.renewed",
  "membership.renewal_failed",
  "membership.ended",
  "entry.published",
  "message.received",
] as const;

/** Most receivers of a portal, and longest address of one, in characters. */
export const webhookLimits = { receivers: 10, url: 500 } as const;

/**
 * Why a receiver did not take a message: its address is not public, its name or server does not answer, it took more than ten seconds,
 * it redirects, or it answered with another status than 2xx.
 */
export const webhookFailures = ["address", "connection", "timeout", "redirect", "status"] as const;

const failureSchema = z.object({
  reason: z.enum(webhookFailures),
  /** Status and the beginning of the body of an answer; null without one. */
  answer: z.nullable(z.string()),
});

const deliverySchema = z.object({
  /** Also the header `webhook-id`, which stays the same however often it is sent. */
  id: z.string(),
  event: z.enum(webhookEvents),
  at: z.iso.datetime(),
  state: z.enum(["waiting", "delivered", "given-up"]),
  tries: z.int(),
  /** Of the latest try; null before one, and for what was delivered. */
  failure: z.nullable(failureSchema),
  /** When it is tried next; null: not by itself. */
  nextTryAt: z.nullable(z.iso.datetime()),
});

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: z.iso.datetime(),
  /** The newest messages. */
  deliveries: z.array(deliverySchema),
});
export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookDelivery = Webhook["deliveries"][number];

export const listWebhooks = endpoint({
  method: "GET",
  path: "/webhooks",
  summary: "List the receivers of webhooks, with their newest messages",
  access: "admin",
  answer: z.object({ items: z.array(webhookSchema) }),
});

export const webhookFormSchema = z.object({
  url: z
    .url({ protocol: /^https?$/, error: message.webAddress })
    .check(z.maxLength(webhookLimits.url, message.tooLong)),
  events: z
    .array(z.enum(webhookEvents))
    .check(z.minLength(1, message.required), z.maxLength(webhookEvents.length)),
});

const secretAnswer = z.object({
  id: z.string(),
  /** What signs its messages, `whsec_…`: shown once. */
  secret: z.string(),
});

/** Adds a receiver. 400 for an address that is not https, or not public; 409 `limit-reached` for an eleventh. */
export const addWebhook = endpoint({
  method: "POST",
  path: "/webhooks",
  summary: "Add a receiver of webhooks",
  access: "admin",
  errors: [...passwordErrors, "limit-reached"],
  body: z.extend(webhookFormSchema, { password: currentPasswordField }),
  answer: secretAnswer,
  status: 201,
});

const params = z.object({ id: z.uuid() });

/** Makes a new secret. For a day messages are signed with the former one as well. */
export const replaceWebhookSecret = endpoint({
  method: "POST",
  path: "/webhooks/:id/secret",
  summary: "Replace the secret that signs the messages to a receiver",
  access: "admin",
  errors: passwordErrors,
  params,
  body: z.object({ password: currentPasswordField }),
  answer: secretAnswer,
});

/** Sends a message `webhook.test` now, once. It is not stored. */
export const testWebhook = endpoint({
  method: "POST",
  path: "/webhooks/:id/test",
  summary: "Send a test message to a receiver",
  access: "admin",
  errors: ["too-many-requests"],
  params,
  answer: z.object({ failure: z.nullable(failureSchema) }),
});

/** Has a message that was given up tried again, from now on for three days. 404 if it is not one. */
export const resendDelivery = endpoint({
  method: "POST",
  path: "/webhook-deliveries/:id/resend",
  summary: "Send a message again that was given up",
  access: "admin",
  params,
  answer: noContent,
  status: 204,
});

/** Deletes a receiver with the messages that wait for it. */
export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/webhooks/:id",
  summary: "Delete a receiver of webhooks",
  access: "admin",
  params,
  answer: noContent,
  status: 204,
});
