import type { ErrorCode } from "#shared/api/errors.ts";
import type { MessageKey } from "./i18n/messages.ts";

const statusOf: Record<ErrorCode, number> = {
  validation: 400,
  "not-found": 404,
  "method-not-allowed": 405,
  "payload-too-large": 413,
  unauthorized: 401,
  "wrong-credentials": 401,
  "wrong-password": 422,
  "password-missing": 403,
  forbidden: 403,
  "membership-required": 403,
  "feature-disabled": 403,
  "too-many-requests": 429,
  busy: 503,
  "token-invalid": 404,
  "code-wrong": 422,
  "factor-needed": 403,
  "factor-wrong": 422,
  "enrolment-code-needed": 403,
  "login-over": 404,
  "no-account": 404,
  "fresh-login-needed": 403,
  "admin-factor-needed": 403,
  "passkey-refused": 401,
  "passkey-invalid": 422,
  "sign-up-over": 404,
  "change-over": 404,
  "already-registered": 409,
  "address-taken": 409,
  "address-unproven": 403,
  conflict: 409,
  "read-only": 409,
  "slug-taken": 409,
  "preview-impossible": 409,
  "another-admin-needed": 409,
  "limit-reached": 409,
  "already-subscribed": 409,
  "no-subscription": 409,
  "idempotency-key-missing": 400,
  "idempotency-key-reused": 409,
  "item-unknown": 422,
  "cart-empty": 422,
  "amount-too-small": 422,
  "amount-too-large": 422,
  "discount-unknown": 422,
  "discount-expired": 422,
  "discount-used": 422,
  "discount-not-applicable": 422,
  "terms-outdated": 422,
  "payments-unavailable": 503,
  "payment-declined": 402,
  "price-changed": 409,
  "switch-impossible": 409,
  "cancel-failed": 502,
  "media-unavailable": 503,
  unavailable: 503,
  "storage-full": 507,
  "too-many-uploads": 429,
  "flags-elsewhere": 409,
  unreachable: 502,
  unexpected: 500,
};

type Details = {
  /** Message keys by field name, which the form shows next to the field. */
  fields?: Record<string, MessageKey | `forms:${string}`>;
  /** Values for placeholders of the message. */
  values?: Record<string, string | number>;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
};

/** A failure that is reported to the caller. Its message is the text of its code in the namespace `api`. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statusOf[this.code];
  }
}
