import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { roles } from "#shared/active-member.ts";
import { periods } from "#shared/api/cart.ts";
import { languages } from "#shared/languages.ts";
import { isLanguageCode, oneOf, onlyOf, time } from "#api/infra/database/columns.ts";

/**
 * By which factors a session began. A passkey counts as two: device, and finger or PIN (decision 0036). `mail` is a
 * mailed code or the link of an invitation.
 */
export const sessionFactors = [
  "password",
  "password+totp",
  "password+recovery",
  "passkey",
  "mail",
  "mail+totp",
  "mail+recovery",
] as const;

export type SessionFactors = (typeof sessionFactors)[number];

/** The purposes of mailed links, and of the codes that commands print. */
const tokenPurposes = [
  "enrol-factor",
  "invitation",
  "reset-password",
  "secure-account",
  "undo-email-change",
] as const;

/**
 * `email` is proven and unique. `unprovenEmail` is set instead for accounts created before addresses had
 * to be proven; nobody can log in to them until the address is proven
 * (docs/decisions/0001-prove-the-address-first.md).
 */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").unique(),
    unprovenEmail: text("unproven_email"),
    name: text("name").notNull(),
    /** Null for a user without a password, such as an imported member, who logs in by a mailed code. */
    passwordHash: text("password_hash"),
    /** Made in demo mode, where codes are on screen: its address is not proven, and only test cards have paid for it. */
    isDemo: boolean("is_demo").notNull().default(false),
    roles: text("roles", { enum: roles }).array().notNull(),
    language: text("language", { enum: languages }).notNull(),
    termsVersion: text("terms_version"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("users_unproven_email").on(t.unprovenEmail),
    index("users_newest").on(t.createdAt, t.id),
    // What admins sort members by, besides the registration.
    index("users_name").on(sql`person_search_text(${t.name}, '', null)`, t.id),
    // What admins search members by: docs/decisions/0039-members.md.
    index("users_search").using(
      "gin",
      sql`person_search_text(${t.name}, ${t.email}, ${t.unprovenEmail}) gin_trgm_ops`,
    ),
    onlyOf(t.roles, roles),
    isLanguageCode(t.language),
    check("users_one_address", sql`num_nonnulls(${t.email}, ${t.unprovenEmail}) = 1`),
  ],
);

/** Registrations whose mailed code has not been entered yet. The account is created when it is. */
export const signUps = pgTable(
  "sign_ups",
  {
    /** Hash of the random id, which only the device that registered knows. */
    idHash: text("id_hash").primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    language: text("language", { enum: languages }).notNull(),
    plan: text("plan", { enum: periods }),
    termsVersion: text("terms_version").notNull(),
    /** Whether they agreed to news by e-mail. */
    wantsNews: boolean("wants_news").notNull().default(false),
    /** Hash of id and code: without the id, trying all million codes does not find it. */
    codeHash: text("code_hash").notNull(),
    wrongTries: integer("wrong_tries").notNull(),
    createdAt: time("created_at").notNull(),
    codeSentAt: time("code_sent_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    isLanguageCode(t.language),
    oneOf(t.plan, periods),
    index("sign_ups_email").on(t.email),
    index("sign_ups_expiry").on(t.expiresAt),
  ],
);

/** Requested codes for logging in, also for addresses without an account, to which no code is mailed. */
export const loginCodes = pgTable(
  "login_codes",
  {
    /** Hash of the random id, which only the device that asked for the code knows. */
    idHash: text("id_hash").primaryKey(),
    email: text("email").notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** Hash of id and code, as of sign-ups. */
    codeHash: text("code_hash").notNull(),
    wrongTries: integer("wrong_tries").notNull(),
    createdAt: time("created_at").notNull(),
    codeSentAt: time("code_sent_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    isLanguageCode(t.language),
    index("login_codes_email").on(t.email),
    index("login_codes_expiry").on(t.expiresAt),
  ],
);

/** The address at which the first admin is made, at most one, and what was entered there so far. */
export const setUps = pgTable(
  "set_ups",
  {
    id: text("id", { enum: ["first-admin"] }).primaryKey(),
    tokenHash: text("token_hash").notNull(),
    endsAt: time("ends_at").notNull(),
    email: text("email"),
    name: text("name"),
    passwordHash: text("password_hash"),
    language: text("language", { enum: languages }),
    /** Hash of token and code. */
    codeHash: text("code_hash"),
    wrongTries: integer("wrong_tries").notNull().default(0),
    codeSentAt: time("code_sent_at"),
    /** Of the code. */
    expiresAt: time("expires_at"),
  },
  (t) => [oneOf(t.id, ["first-admin"]), isLanguageCode(t.language)],
);

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull().unique(),
    /** The User-Agent header, for the list of sessions. */
    userAgent: text("user_agent").notNull(),
    factors: text("factors", { enum: sessionFactors }).notNull().default("password"),
    /** The passkey by which it began: the session ends with it. */
    passkeyId: uuid("passkey_id").references((): AnyPgColumn => passkeys.id, {
      onDelete: "cascade",
    }),
    createdAt: time("created_at").notNull(),
    lastSeenAt: time("last_seen_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    /** When the session last proved a factor, which dangerous acts ask for. */
    factorProvenAt: time("factor_proven_at"),
  },
  (t) => [
    oneOf(t.factors, sessionFactors),
    index("sessions_user").on(t.userId),
    index("sessions_passkey").on(t.passkeyId),
  ],
);

/** Whether a factor was added while none was required of its user. It does not count where one is required. */
const byPasswordAlone = () => boolean("by_password_alone").notNull().default(false);

/** Keys of one-time passwords, at most one per user. It is the user's second factor once it is confirmed. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The key, encrypted with the `data-key` of the data folder. */
  sealedKey: text("sealed_key").notNull(),
  /** The last step of 30 seconds whose code was used: no code of this or an earlier one works again. */
  lastStep: integer("last_step").notNull(),
  /** Hashes of the recovery codes that are left. */
  recoveryHashes: text("recovery_hashes").array().notNull(),
  createdAt: time("created_at").notNull(),
  /** When the first code was entered; null while the key waits for it. */
  confirmedAt: time("confirmed_at"),
  byPasswordAlone: byPasswordAlone(),
});

/** Logins whose password or mailed code was right and that wait for a code of the second factor. */
export const loginChallenges = pgTable(
  "login_challenges",
  {
    /** Hash of the random id, which only the device that logs in knows. */
    idHash: text("id_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Hash of the password's hash at that time: a change of the password ends the login. */
    verifiedHash: text("verified_hash").notNull(),
    /** What was verified. */
    by: text("by", { enum: ["password", "mail"] })
      .notNull()
      .default("password"),
    tries: integer("tries").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    oneOf(t.by, ["password", "mail"]),
    index("login_challenges_user").on(t.userId),
    index("login_challenges_expiry").on(t.expiresAt),
  ],
);

/** Requested changes of address, at most one per user; deleted with the session that requested them. */
export const emailChanges = pgTable("email_changes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sessionId: uuid("session_id")
    .notNull()
    .unique()
    .references(() => sessions.id, { onDelete: "cascade" }),
  /** The new address. */
  email: text("email").notNull(),
  /** Hash of the code and a secret that is not in the database. */
  codeHash: text("code_hash").notNull(),
  wrongTries: integer("wrong_tries").notNull(),
  createdAt: time("created_at").notNull(),
  codeSentAt: time("code_sent_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  /** Whether the present address was notified; the code is not mailed before. */
  notified: boolean("notified").notNull().default(false),
});

/** Passkeys: public keys of credentials on devices (docs/decisions/0037-passkeys.md). */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Base64url, as the device sends it. Never of two accounts. */
    credentialId: text("credential_id").notNull().unique(),
    /** COSE key in base64url. */
    publicKey: text("public_key").notNull(),
    /** How often the device says it was used, up to 32 bits; 0 for devices that do not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How browsers reach the device, so that they do not offer to add it again. */
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    createdAt: time("created_at").notNull(),
    lastUsedAt: time("last_used_at"),
    byPasswordAlone: byPasswordAlone(),
  },
  (t) => [index("passkeys_user").on(t.userId)],
);

/** Challenges that devices have to sign, each once and within minutes. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challengeHash: text("challenge_hash").primaryKey(),
    /** The session that adds a passkey, after its user entered the password; null for a login. */
    sessionId: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenges_session").on(t.sessionId),
    index("passkey_challenges_expiry").on(t.expiresAt),
  ],
);

/** Devices that somebody logged in from, each with the network it was in. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Hash of user, browser, system and network: no addresses are stored. */
    deviceHash: text("device_hash").notNull(),
    firstUsedAt: time("first_used_at").notNull(),
    lastUsedAt: time("last_used_at").notNull(),
    /** A login after that is mailed about again. */
    knownUntil: time("known_until").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
);

/** Links in mails, and enrolment codes. Only the hash of a token is stored; the row is deleted when it is used. */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** Null for a reset link of an address without an account, which is never mailed and does not work. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: tokenPurposes }).notNull(),
    /** The address that the link was mailed to; undoing a change of address restores it. */
    email: text("email").notNull(),
    /** When the session began that the link ends: whoever was in it may have turned a second factor on. Null for reset links. */
    since: time("since"),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    oneOf(t.purpose, tokenPurposes),
    check("one_time_tokens_user", sql`${t.userId} is not null or ${t.purpose} = 'reset-password'`),
    index("one_time_tokens_user").on(t.userId),
    index("one_time_tokens_email").on(t.email),
  ],
);

/** Invitations of imported members, one per member. Their links are one-time tokens. */
export const invitations = pgTable(
  "invitations",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** When an admin asked for it to be sent. */
    requestedAt: time("requested_at").notNull(),
    /** When its mail was enqueued; null while it waits for that. */
    sentAt: time("sent_at"),
    remindedAt: time("reminded_at"),
    /** Number of mails handed to the mail server. Each is counted before it is sent, so that none is sent twice. */
    mails: integer("mails").notNull().default(0),
    /** When the member logged in by the link. */
    acceptedAt: time("accepted_at"),
  },
  (t) => [index("invitations_sent").on(t.sentAt)],
);

/** What users' requests have made, by their `Idempotency-Key`: the same request again makes nothing. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    /** The invoice of a checkout, or what an admin did for a member. */
    madeId: uuid("made_id").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

export type User = typeof users.$inferSelect;
export type SignUpRow = typeof signUps.$inferSelect;
export type LoginCodeRow = typeof loginCodes.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
export type SecondFactorRow = typeof secondFactors.$inferSelect;
export type LoginChallengeRow = typeof loginChallenges.$inferSelect;
export type PasskeyRow = typeof passkeys.$inferSelect;
export type EmailChange = typeof emailChanges.$inferSelect;
export type OneTimeToken = typeof oneTimeTokens.$inferSelect;
