import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

describe("TRUSTED_PROXIES", () => {
  test.each([
    [undefined, ["loopback"]],
    ["", ["loopback"]],
    ["10.1.2.3", ["10.1.2.3"]],
    [" loopback, 10.0.0.0/8 ,2001:db8::/32,", ["loopback", "10.0.0.0/8", "2001:db8::/32"]],
  ])("%j is read", (text, proxies) => {
    expect(readConfig({ TRUSTED_PROXIES: text }).trustedProxies).toEqual(proxies);
  });

  test.each(["proxy.example.com", "10.0.0.0/33", "loopback;10.0.0.1", "*", "true", ","])(
    "%j is refused with a sentence that names the variable",
    (text) => {
      expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(ConfigError);
      expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(
        "The environment variable TRUSTED_PROXIES has to be a list of addresses or networks such as loopback, 10.0.0.0/8.",
      );
    },
  );
});

test("SMTP_ALLOW_PLAINTEXT is a list of hosts, whose letter case does not matter", () => {
  expect(readConfig({}).smtpPlaintextHosts).toEqual([]);
  expect(readConfig({ SMTP_ALLOW_PLAINTEXT: "Mail.Internal, relay" }).smtpPlaintextHosts).toEqual([
    "mail.internal",
    "relay",
  ]);
});

test.each([
  [{ PORT: "0x50" }, "PORT has to be a port number"],
  [{ PORT: "4e3" }, "PORT has to be a port number"],
  [{ HOST: "127.0.0.1:4000" }, "HOST has to be an address of this machine without a port"],
  [{ HOST: "http://127.0.0.1" }, "HOST has to be an address of this machine without a port"],
  [{ METRICS_HOST: "127.0.0.1" }, "METRICS_HOST needs METRICS_PORT beside it"],
  [{ METRICS_PORT: "9464", METRICS_HOST: "a:b" }, "METRICS_HOST has to be an address of this"],
  [{ SMTP_ALLOW_PLAINTEXT: ";;" }, "SMTP_ALLOW_PLAINTEXT has to be a list of host names"],
  [{ SMTP_ALLOW_PLAINTEXT: ",," }, "SMTP_ALLOW_PLAINTEXT has to be a list of host names"],
  [{ SMTP_ALLOW_PLAINTEXT: "relay:25" }, "SMTP_ALLOW_PLAINTEXT has to be a list of host names"],
  [{ SMTP_URL: "smtp:relay" }, "SMTP_URL has to be an address such as"],
  [{ SMTP_URL: "smtp:///relay" }, "SMTP_URL has to be an address such as"],
  [{ DATABASE_URL: "postgres://" }, "DATABASE_URL has to be an address such as"],
  [{ DATABASE_URL: "postgres:ringside" }, "DATABASE_URL has to be an address such as"],
  [
    { SEED_DEMO: "0", PUBLIC_URL: "https://example.com/portal" },
    "PUBLIC_URL has to be an address without",
  ],
  [
    { SEED_DEMO: "0", PUBLIC_URL: "https://example.com/?a" },
    "PUBLIC_URL has to be an address without",
  ],
  [
    { SEED_DEMO: "0", PUBLIC_URL: "https://a:b@example.com" },
    "PUBLIC_URL has to be an address without",
  ],
  [{ LAUNCHDARKLY_CLIENT_ID: "a b" }, "LAUNCHDARKLY_CLIENT_ID has to be a client-side ID"],
  [{ OTEL_SDK_DISABLED: "yes" }, "OTEL_SDK_DISABLED has to be true or false"],
  [{ OTEL_TRACES_SAMPLER: "sometimes" }, "OTEL_TRACES_SAMPLER has to be always_on, always_off, "],
  [{ OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG has to be a number from 0 to 1"],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL has to be http/json or"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "abc" }, "OTEL_EXPORTER_OTLP_HEADERS has to be a list such as"],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: "1s" }, "OTEL_EXPORTER_OTLP_TIMEOUT has to be a whole number"],
  [{ OTEL_RESOURCE_ATTRIBUTES: "portal" }, "OTEL_RESOURCE_ATTRIBUTES has to be a list such as"],
])("%j is refused once, in words that name the variable", (environment, sentence) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`The environment variable ${sentence}`);
  expect(read).not.toThrow(/variable .* variable/);
});

test.each([
  { SEED_DEMO: "0", PUBLIC_URL: "https://example.com/" },
  { HOST: "::1" },
  { DATABASE_URL: "postgres:///ringside" },
  { DATABASE_URL: "postgres://ringside@db/ringside?sslmode=require" },
  { OTEL_SDK_DISABLED: "TRUE", OTEL_TRACES_SAMPLER: "parentbased_traceidratio" },
  { OTEL_TRACES_SAMPLER_ARG: "0.25", OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b, other=c" },
  { PORT: " ", SMTP_URL: " ", DATA_DIR: " " },
])("%j is read", (environment) => {
  expect(readConfig(environment).port).toBe(4000);
});

describe("TEST_CLOCK", () => {
  test("is off by default, and may be on where the sandbox takes the payments", () => {
    expect(readConfig({}).testClock).toBe(false);
    expect(readConfig({ TEST_CLOCK: "1" }).testClock).toBe(true);
    const real = { TEST_CLOCK: "1", DATABASE_URL: "postgres://ringside@127.0.0.1:5432/ringside" };
    expect(readConfig({ ...real, PAYMENTS: "sandbox" }).testClock).toBe(true);
    expect(() => readConfig(real)).toThrow(/TEST_CLOCK can only be 1 where PAYMENTS=sandbox/);
  });

  test("is refused beside Stripe, which would charge for time that has not passed", () => {
    const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
    const read = () => readConfig({ TEST_CLOCK: "1", SEED_DEMO: "0", ...stripe });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/TEST_CLOCK can only be 1 where PAYMENTS=sandbox/);
  });

  test("is refused with other values", () => {
    expect(() => readConfig({ TEST_CLOCK: "yes" })).toThrow("TEST_CLOCK has to be 0 or 1.");
  });
});

describe("demo mode", () => {
  const DATABASE_URL = "postgres://ringside@127.0.0.1:5432/ringside";
  const implicit = {};
  const explicit = { SEED_DEMO: "1", DATABASE_URL };
  const refused: [string, Record<string, string>][] = [
    ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_live_123abc" }],
    ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_test_123abc" }],
    [
      "STRIPE_SECRET_KEY",
      { STRIPE_SECRET_KEY: "rk_live_123abc", STRIPE_WEBHOOK_SECRET: "whsec_1" },
    ],
    ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_test_123abc", PAYMENTS: "sandbox" }],
    ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: "whsec_123abc" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://portal.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "http://192.168.1.20:4000" }],
    ["PUBLIC_URL", { PUBLIC_URL: "http://localhost.example.com" }],
    ["HOST", { HOST: "0.0.0.0" }],
    ["HOST", { HOST: "::" }],
    ["HOST", { HOST: "portal.internal", PUBLIC_URL: "http://localhost:4000" }],
  ];

  test.each(refused)("is refused beside %s of %j", (name, environment) => {
    for (const demo of [implicit, explicit]) {
      const read = () => readConfig({ ...demo, ...environment });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^The environment variable ${name} .* in demo mode, `));
      expect(read).not.toThrow("123abc");
    }
  });

  test("is explained by what turned it on", () => {
    const PUBLIC_URL = "https://portal.example.com";
    expect(() => readConfig({ PUBLIC_URL })).toThrow("neither DATABASE_URL nor SEED_DEMO is set");
    expect(() => readConfig({ PUBLIC_URL, ...explicit })).toThrow("because SEED_DEMO is 1");
  });

  test.each([
    { PUBLIC_URL: "http://localhost:4000" },
    { PUBLIC_URL: "http://127.0.0.2" },
    { PUBLIC_URL: "http://[::1]:4000" },
    { HOST: "localhost" },
    { HOST: "::1" },
  ])("runs at this machine's own addresses: %j", (environment) => {
    expect(readConfig(environment).seedDemo).toBe(true);
  });

  test.each([{ SEED_DEMO: "0" }, { DATABASE_URL }])(
    "is off with %j, which may have a public address and Stripe",
    (environment) => {
      const real = {
        ...environment,
        HOST: "0.0.0.0",
        PUBLIC_URL: "https://portal.example.com",
        STRIPE_SECRET_KEY: "sk_live_123abc",
        STRIPE_WEBHOOK_SECRET: "whsec_123abc",
      };
      expect(readConfig(real)).toMatchObject({ seedDemo: false, payments: "stripe" });
    },
  );
});

describe("payments", () => {
  const DATABASE_URL = "postgres://ringside@127.0.0.1:5432/ringside";
  const STRIPE_SECRET_KEY = "sk_test_123abc";
  const STRIPE_WEBHOOK_SECRET = "whsec_456def";
  const keys = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET };

  test("are the sandbox's in demo mode, else nobody's by default", () => {
    expect(readConfig({}).payments).toBe("sandbox");
    expect(readConfig({ DATABASE_URL, SEED_DEMO: "1" }).payments).toBe("sandbox");
    expect(readConfig({ SEED_DEMO: "0" }).payments).toBeNull();
    expect(readConfig({ DATABASE_URL }).payments).toBeNull();
    expect(readConfig({ DATABASE_URL, PAYMENTS: "sandbox" }).payments).toBe("sandbox");
  });

  test("are Stripe's with both of its variables", () => {
    const stripe = { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET };
    expect(readConfig({ ...keys, SEED_DEMO: "0" })).toMatchObject({ payments: "stripe", stripe });
    expect(readConfig({ ...keys, DATABASE_URL })).toMatchObject({ payments: "stripe", stripe });
    expect(readConfig({}).stripe).toBeNull();
  });

  test.each([
    [{ STRIPE_SECRET_KEY }, "STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it"],
    [{ STRIPE_WEBHOOK_SECRET }, "STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY beside it"],
    [{ ...keys, STRIPE_WEBHOOK_SECRET: "" }, "needs STRIPE_WEBHOOK_SECRET beside it"],
    [{ ...keys, PAYMENTS: "sandbox" }, "PAYMENTS cannot be sandbox beside STRIPE_SECRET_KEY"],
    [{ ...keys, STRIPE_SECRET_KEY: "pk_test_123abc" }, "begins with sk_ or rk_"],
    [{ ...keys, STRIPE_WEBHOOK_SECRET: "sk_test_123abc" }, "begins with whsec_"],
  ])("%j is refused", (environment, sentence) => {
    const read = () => readConfig({ SEED_DEMO: "0", ...environment });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(sentence);
    // A key that was pasted into the wrong variable must not end up in a log.
    expect(read).not.toThrow("123abc");
  });
});

describe("the S3 service of media", () => {
  const whole = {
    MEDIA_S3_BUCKET: "portal",
    MEDIA_S3_REGION: "eu-central-1",
    MEDIA_S3_ACCESS_KEY: "key-123abc",
    MEDIA_S3_SECRET_KEY: "secret-123abc",
  };

  test("is none by default, and needs bucket, region and both keys", () => {
    expect(readConfig({}).mediaS3).toBeNull();
    expect(readConfig(whole).mediaS3).toEqual({
      endpoint: null,
      region: "eu-central-1",
      bucket: "portal",
      accessKey: "key-123abc",
      secretKey: "secret-123abc",
      pathStyle: false,
      prefix: "",
    });
  });

  test("may have an address, buckets in paths, and a prefix", () => {
    const more = {
      MEDIA_S3_ENDPOINT: "http://127.0.0.1:9000",
      MEDIA_S3_PATH_STYLE: "1",
      MEDIA_S3_PREFIX: "ringside/media",
    };
    expect(readConfig({ ...whole, ...more }).mediaS3).toMatchObject({
      endpoint: "http://127.0.0.1:9000",
      pathStyle: true,
      prefix: "ringside/media/",
    });
  });

  test.each([
    [{ ...whole, MEDIA_S3_SECRET_KEY: "" }, "MEDIA_S3_REGION needs MEDIA_S3_SECRET_KEY beside it"],
    [{ MEDIA_S3_PREFIX: "media" }, "MEDIA_S3_PREFIX needs MEDIA_S3_BUCKET, MEDIA_S3_REGION"],
    [{ ...whole, MEDIA_S3_ENDPOINT: "s3.example.com" }, "MEDIA_S3_ENDPOINT has to be an address"],
    [{ ...whole, MEDIA_S3_BUCKET: "a/b" }, "MEDIA_S3_BUCKET has to be the name of a bucket"],
    [{ ...whole, MEDIA_S3_REGION: "eu central" }, "MEDIA_S3_REGION has to be a region"],
    [{ ...whole, MEDIA_S3_SECRET_KEY: "secret 123abc" }, "MEDIA_S3_SECRET_KEY has to be a key"],
    [{ ...whole, MEDIA_S3_PREFIX: "/media" }, "MEDIA_S3_PREFIX has to be a path"],
    [{ ...whole, MEDIA_S3_PATH_STYLE: "yes" }, "MEDIA_S3_PATH_STYLE has to be 0 or 1"],
  ])("half configured is refused: %j", (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(sentence);
    expect(() => readConfig(environment)).not.toThrow("123abc");
  });
});

test("MEDIA_DIR is an absolute folder, and refused beside an S3 service", () => {
  expect(readConfig({}).mediaDir).toBeNull();
  expect(readConfig({ MEDIA_DIR: "media" }).mediaDir).toBe(resolve("media"));
  const s3 = {
    MEDIA_S3_BUCKET: "b",
    MEDIA_S3_REGION: "r",
    MEDIA_S3_ACCESS_KEY: "k",
    MEDIA_S3_SECRET_KEY: "s",
  };
  expect(() => readConfig({ MEDIA_DIR: "media", ...s3 })).toThrow(
    /MEDIA_DIR and MEDIA_S3_BUCKET are both set.* Remove one/,
  );
});

test("LaunchDarkly decides with a key only; its addresses have no slash at the end", () => {
  expect(readConfig({}).launchDarkly).toBeNull();
  const own = { sdkKey: "sdk-1", baseUri: null, streamUri: null, eventsUri: null };
  expect(readConfig({ LAUNCHDARKLY_SDK_KEY: "sdk-1" }).launchDarkly).toEqual({
    ...own,
    streaming: true,
  });
  const relay = {
    LAUNCHDARKLY_SDK_KEY: "sdk-1",
    LAUNCHDARKLY_BASE_URI: "http://relay:8030/",
    LAUNCHDARKLY_STREAMING: "0",
  };
  expect(readConfig(relay).launchDarkly).toEqual({
    ...own,
    baseUri: "http://relay:8030",
    streaming: false,
  });
  const alone = { LAUNCHDARKLY_EVENTS_URI: "https://events.example.com" };
  expect(() => readConfig(alone)).toThrow("LAUNCHDARKLY_EVENTS_URI needs LAUNCHDARKLY_SDK_KEY");
  expect(() => readConfig({ LAUNCHDARKLY_SDK_KEY: "a b" })).toThrow(
    "LAUNCHDARKLY_SDK_KEY has to be",
  );
});

test("Metrics and traces are off unless they are configured", () => {
  expect(readConfig({})).toMatchObject({ metrics: null, tracing: false, shutdownDelay: 0 });
  expect(readConfig({ METRICS_PORT: "9464" }).metrics).toEqual({ host: "127.0.0.1", port: 9464 });
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
  expect(readConfig(traced).tracing).toBe(true);
  expect(readConfig({ ...traced, OTEL_SDK_DISABLED: "true" }).tracing).toBe(false);
  expect(() => readConfig({ METRICS_PORT: "x" })).toThrow("METRICS_PORT has to be a port number");
});
