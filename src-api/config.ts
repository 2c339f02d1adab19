import { resolve } from "node:path";
import * as z from "zod/mini";
import { brandDirOf } from "./brand.ts";
import {
  launchDarklyEnvironment,
  readLaunchDarklySettings,
  type LaunchDarklySettings,
} from "./infra/launchdarkly-settings.ts";
import { isLoopback } from "./infra/loopback.ts";
import {
  host,
  isHost,
  isProxy,
  listOf,
  listWhere,
  oneOf,
  portNumber,
  publicUrl,
  url,
  wholeNumber,
} from "./infra/setting-kinds.ts";
import {
  readS3Settings,
  s3Environment,
  type S3Settings,
} from "./infra/media-storage/s3-settings.ts";
import {
  paymentEnvironment,
  readPaymentSettings,
  type PaymentSettings,
} from "./infra/payment-settings.ts";

const optional = z.optional(z.string().check(z.minLength(1)));

/** Variables of OpenTelemetry, whose libraries take what they do not understand for their defaults. */
const samplers = ["always_on", "always_off", "traceidratio"];
const protocol = oneOf("http/json", "http/protobuf");
const pairs = z.optional(
  z.string().check(
    z.refine((text) => listOf(text).every((pair) => /^[^=\s]+=.*$/.test(pair)), {
      error: "has to be a list such as name=value,other=value",
    }),
  ),
);
const milliseconds = z.optional(
  wholeNumber(1, 600_000, "has to be a whole number of milliseconds, 1 to 600000"),
);
const telemetryEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, "http://127.0.0.1:4318"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(/^https?$/, "http://127.0.0.1:4318/v1/traces"),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_COMPRESSION: oneOf("gzip", "none"),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: oneOf("gzip", "none"),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds,
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_SDK_DISABLED: z.optional(
    z.string().check(z.regex(/^(true|false)$/i, { error: "has to be true or false" })),
  ),
  OTEL_TRACES_SAMPLER: oneOf(...samplers, ...samplers.map((name) => `parentbased_${name}`)),
  OTEL_TRACES_SAMPLER_ARG: z.optional(
    z.string().check(
      z.regex(/^(0(\.\d+)?|\.\d+|1(\.0+)?)$/, {
        error: "has to be a number from 0 to 1, such as 0.25",
      }),
    ),
  ),
};

const environmentSchema = z.object({
  PORT: z._default(portNumber, 4000),
  HOST: z._default(host, "127.0.0.1"),
  DATA_DIR: z._default(z.string(), ".data"),
  BRAND_DIR: optional,
  CONTENT_DIR: optional,
  MEDIA_DIR: optional,
  ...s3Environment,
  DATABASE_URL: url(/^postgres(ql)?$/, "postgres://user:password@127.0.0.1:5432/ringside"),
  SMTP_URL: url(/^smtps?$/, "smtp://user:password@mail.example.com:587"),
  SMTP_ALLOW_PLAINTEXT: z._default(
    listWhere(isHost, "has to be a list of host names such as mail.internal, 10.0.0.5"),
    "",
  ),
  MAIL_WEBHOOK_SECRET: z.optional(
    z.string().check(z.minLength(16, { error: "has to have at least 16 characters" })),
  ),
  TRUSTED_PROXIES: z._default(
    listWhere(isProxy, "has to be a list of addresses or networks such as loopback, 10.0.0.0/8"),
    "loopback",
  ),
  PUBLIC_URL: publicUrl,
  ...paymentEnvironment,
  TEST_CLOCK: oneOf("0", "1"),
  LAUNCHDARKLY_CLIENT_ID: z.optional(
    z.string().check(z.regex(/^\S+$/, { error: "has to be a client-side ID of LaunchDarkly" })),
  ),
  ...launchDarklyEnvironment,
  SEED_DEMO: oneOf("0", "1"),
  ADMIN_SECOND_FACTOR: z.optional(
    z.enum(["required", "optional"], { error: "has to be required or optional" }),
  ),
  DEMO_PASSWORD: z.optional(
    z.string().check(z.minLength(8, { error: "has to have at least 8 characters" })),
  ),
  ...telemetryEnvironment,
  METRICS_PORT: z.optional(portNumber),
  METRICS_HOST: z.optional(host),
  SHUTDOWN_DELAY: z._default(wholeNumber(0, 60, "has to be a number of seconds, 0 to 60"), 0),
  AUDIT_KEEP_DAYS: z._default(
    wholeNumber(1, 36_500, "has to be a whole number of days, 1 to 36500"),
    730,
  ),
  LOG_LEVEL: z._default(
    z.enum(["fatal", "error", "warn", "info", "debug", "silent"], {
      error: "has to be fatal, error, warn, info, debug or silent",
    }),
    "info",
  ),
});

export type Config = PaymentSettings & {
  port: number;
  host: string;
  /** Absolute path: database (without `databaseUrl`), outbox, the commands' credential, the key that seals data. */
  dataDir: string;
  /** Absolute path of the folder of the brand. */
  brandDir: string;
  /** Absolute path of the folder that content comes from; null: the demo's, in demo mode only. */
  contentDir: string | null;
  /** Absolute path of the folder that stores media, which several instances may share; null: `media` in `dataDir`. */
  mediaDir: string | null;
  /** The service that stores media in place of a folder. */
  mediaS3: S3Settings | null;
  databaseUrl: string | null;
  smtpUrl: string | null;
  /** Mail servers that may be used without TLS: host names in lower case. */
  smtpPlaintextHosts: string[];
  /** What the mail provider sends with its reports of bounces; null: there is no such webhook. */
  mailWebhookSecret: string | null;
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks (CIDR) or `loopback`. */
  trustedProxies: string[];
  /** Origin of links in mails and of payment pages; null: the address the server listens on. */
  publicUrl: string | null;
  /** Testers may move the portal's time forward; with the sandbox only. */
  testClock: boolean;
  launchDarklyClientId: string | null;
  /** Set where LaunchDarkly decides about the API's own flags, too. */
  launchDarkly: LaunchDarklySettings | null;
  seedDemo: boolean;
  demoPassword: string | null;
  /** Where metrics are served for Prometheus; null: nowhere. */
  metrics: { host: string; port: number } | null;
  /** Traces are sent to where the standard variables of OpenTelemetry say. */
  tracing: boolean;
  /** Seconds for which an ending process goes on serving while it says that it is not ready. */
  shutdownDelay: number;
  /** Days that the audit trail is kept; where somebody signed in, never longer than 180. */
  auditKeepDays: number;
  /** Whether a session without a second factor is refused the rights of an admin. */
  adminSecondFactor: "required" | "optional";
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
};

/** An environment variable with an invalid value; the message names it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

function refuse(sentence: string): never {
  throw new ConfigError(sentence);
}

type Environment = z.infer<typeof environmentSchema>;

/** Refuses demo mode where others than its tester get to. Throws a ConfigError. */
function refusePublicDemo(given: Environment): void {
  const { HOST, PUBLIC_URL, SEED_DEMO } = given;
  const key = (["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const).find((name) => given[name]);
  const wrong =
    (key && `The environment variable ${key} cannot be set`) ??
    (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname)
      ? `The environment variable PUBLIC_URL has to be an address of this machine, such as http://localhost:4000,`
      : !isLoopback(HOST)
        ? "The environment variable HOST has to be an address of this machine, such as 127.0.0.1,"
        : null);
  if (wrong === null) return;
  const cause = SEED_DEMO === "1" ? "SEED_DEMO is 1" : "neither DATABASE_URL nor SEED_DEMO is set";
  refuse(
    `${wrong} in demo mode, which is on because ${cause}: it shows mailed codes to everybody and has accounts with a common password. For a real portal set SEED_DEMO=0, and DATABASE_URL if it uses PostgreSQL.`,
  );
}

/** Parses the environment. An empty or blank variable counts as not set. Throws a ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(
    Object.keys(environmentSchema.shape)
      .filter((name) => environment[name]?.trim())
      .map((name) => [name, environment[name]]),
  );
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `The environment variable ${String(issue.path[0])} ${issue.message}.`,
    );
    throw new ConfigError([...new Set(problems)].join(" "));
  }
  const { data } = parsed;
  const seedDemo = data.SEED_DEMO === undefined ? !data.DATABASE_URL : data.SEED_DEMO === "1";
  if (seedDemo) refusePublicDemo(data);
  const mediaS3 = readS3Settings(data, refuse);
  if (data.MEDIA_DIR && mediaS3) {
    refuse(
      "The environment variables MEDIA_DIR and MEDIA_S3_BUCKET are both set: media are stored in a folder or in an S3 service. Remove one of them.",
    );
  }
  if (data.METRICS_HOST && data.METRICS_PORT === undefined) {
    refuse(
      "The environment variable METRICS_HOST needs METRICS_PORT beside it: without a port no metrics are served.",
    );
  }
  const { payments, stripe } = readPaymentSettings(data, seedDemo, refuse);
  const testClock = data.TEST_CLOCK === "1";
  if (testClock && payments !== "sandbox") {
    throw new ConfigError(
      "The environment variable TEST_CLOCK can only be 1 where PAYMENTS=sandbox takes the payments: nobody may be charged for time that has not passed.",
    );
  }
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    brandDir: brandDirOf(data),
    contentDir: data.CONTENT_DIR ? resolve(data.CONTENT_DIR) : null,
    mediaDir: data.MEDIA_DIR ? resolve(data.MEDIA_DIR) : null,
    mediaS3,
    databaseUrl: data.DATABASE_URL ?? null,
    smtpUrl: data.SMTP_URL ?? null,
    mailWebhookSecret: data.MAIL_WEBHOOK_SECRET ?? null,
    smtpPlaintextHosts: listOf(data.SMTP_ALLOW_PLAINTEXT.toLowerCase()),
    trustedProxies: listOf(data.TRUSTED_PROXIES),
    publicUrl: data.PUBLIC_URL ? new URL(data.PUBLIC_URL).origin : null,
    payments,
    stripe,
    testClock,
    launchDarklyClientId: data.LAUNCHDARKLY_CLIENT_ID ?? null,
    launchDarkly: readLaunchDarklySettings(data, refuse),
    seedDemo,
    demoPassword: data.DEMO_PASSWORD ?? null,
    metrics:
      data.METRICS_PORT === undefined
        ? null
        : { host: data.METRICS_HOST ?? "127.0.0.1", port: data.METRICS_PORT },
    tracing:
      Boolean(data.OTEL_EXPORTER_OTLP_ENDPOINT ?? data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
      data.OTEL_SDK_DISABLED?.toLowerCase() !== "true",
    shutdownDelay: data.SHUTDOWN_DELAY,
    auditKeepDays: data.AUDIT_KEEP_DAYS,
    adminSecondFactor: data.ADMIN_SECOND_FACTOR ?? (seedDemo ? "optional" : "required"),
    logLevel: data.LOG_LEVEL,
  };
}
