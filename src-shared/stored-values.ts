import * as z from "zod/mini";
import { cartItemSchema, type CartItem } from "./api/cart.ts";
import { defaultFlags, flagsSchema, type Flags } from "./flags.ts";
import { languages, type Language } from "./languages.ts";

/** When a value is cleared automatically: whenever the session ends, only at logout, or never. */
export type Cleared = "session-end" | "logout" | "never";

type StoredValue<T> = {
  key: string;
  /** Returns null for a text that does not parse. */
  parse: (text: string) => T | null;
  format: (value: T) => string;
  default: T;
  cleared: Cleared;
};

const stored = <T>(entry: StoredValue<T>) => entry;

const json =
  <T>(schema: z.ZodMiniType<T>) =>
  (text: string): T | null => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };

/** A user's changes that the server does not have yet, by kind. */
const pendingChangesSchema = z.object({
  userId: z.string(),
  changes: z.record(z.string(), z.array(z.unknown())),
});
export type PendingChanges = z.infer<typeof pendingChangesSchema>;

/** An upload of a video, with what the browser has read of its file. */
const storedUploadSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  /** When the file was changed last, in ms since 1970: identifies the file together with its name and size. */
  modifiedAt: z.number(),
  /** Bytes that the server has. */
  sent: z.number(),
  durationSeconds: z.number(),
  framesPerSecond: z.nullable(z.number()),
});
export type StoredUpload = z.infer<typeof storedUploadSchema>;

const optionalText = {
  parse: (text: string): string | null => text || null,
  format: (value: string | null) => value ?? "",
  default: null,
};

/** Every value stored on the device. A text that does not parse counts as the default. */
export const storedValues = {
  token: stored<string | null>({
    key: "token",
    ...optionalText,
    // A token that is not valid in a header would make every request fail.
    parse: (text) => (/^[\x21-\x7e]{1,4096}$/.test(text) ? text : null),
    cleared: "session-end",
  }),
  purchaseItems: stored<CartItem[]>({
    key: "purchase-items",
    parse: json(z.array(cartItemSchema)),
    format: JSON.stringify,
    default: [],
    cleared: "logout",
  }),
  menuCollapsed: stored<boolean>({
    key: "menu-collapsed",
    parse: (text) => text === "true",
    format: String,
    default: false,
    cleared: "never",
  }),
  /** Whether `/` opens the search (docs/decisions/0022-search.md). */
  searchShortcut: stored<boolean>({
    key: "search-shortcut",
    parse: (text) => text !== "false",
    format: String,
    default: true,
    cleared: "never",
  }),
  /** How field mode looks; null follows the device. */
  fieldTheme: stored<"light" | "dark" | null>({
    key: "field-theme",
    parse: (text) => (text === "light" || text === "dark" ? text : null),
    format: String,
    default: null,
    cleared: "never",
  }),
  /** Null until the user has chosen one, or has followed a link that names one. */
  language: stored<Language | null>({
    key: "language",
    parse: (text) => languages.find((language) => language === text) ?? null,
    format: String,
    default: null,
    cleared: "never",
  }),
  flags: stored<Flags>({
    key: "flags",
    parse: json(flagsSchema),
    format: JSON.stringify,
    default: defaultFlags,
    cleared: "never",
  }),
  /** Id of the dog chosen last; that of another user's dog is ignored. */
  dog: stored<string | null>({ key: "dog", ...optionalText, cleared: "logout" }),
  checkoutAttempt: stored<string | null>({
    key: "checkout-attempt",
    ...optionalText,
    cleared: "logout",
  }),
  /** By window, so that each is sent by one. They wait for the same user (decision 0046). */
  unsentChanges: stored<Record<string, PendingChanges>>({
    key: "unsent-changes",
    parse: json(z.record(z.string(), pendingChangesSchema)),
    format: JSON.stringify,
    default: {},
    cleared: "logout",
  }),
  /**
   * Videos that are being uploaded in the studio, by the slugs of their entries. A browser does not keep the file: the user
   * chooses it again after a reload, and it goes on where it stopped.
   */
  videoUploads: stored<Record<string, StoredUpload>>({
    key: "video-uploads",
    parse: json(z.record(z.string(), storedUploadSchema)),
    format: JSON.stringify,
    default: {},
    cleared: "logout",
  }),
} as const;

export type StoredValueName = keyof typeof storedValues;
export type StoredValueOf<Name extends StoredValueName> = (typeof storedValues)[Name]["default"];

export const storedValueNames = Object.keys(storedValues) as StoredValueName[]; // keys lose their type

/** Texts stored for one window or tab, over a reload: in sessionStorage, or in memory without it. */
export const tabValues = {
  /** The path to return to after login; removed once it was used. */
  returnAddress: { key: "remembered-place", cleared: "logout" },
  /** Id of the sign-up that waits for its code; removed once it was used, and after 30 minutes. */
  signUp: { key: "sign-up", cleared: "logout" },
  /** Id of the login that waits for its mailed code; removed once it was used, and after 10 minutes. */
  loginCode: { key: "login-code", cleared: "logout" },
  /** Timers of recipes (decision 0024). After an expired session they wait for the same user. */
  cooking: { key: "cooking", cleared: "logout" },
  /** The step and the count of sessions in field mode, until they are saved. Each is of one plan, so of one user. */
  fieldMode: { key: "field-mode", cleared: "logout" },
} as const satisfies Record<string, { key: string; cleared: Cleared }>;

export type TabValueName = keyof typeof tabValues;
export const tabValueNames = Object.keys(tabValues) as TabValueName[]; // keys lose their type

/** Content stored for reading without a connection, in IndexedDB: docs/decisions/0033-offline-shelf.md. */
export const offlineLibrary = {
  database: "kept-content",
  cleared: "session-end",
} as const satisfies { database: string; cleared: Cleared };

/** Texts of the studio that the server does not have yet, in IndexedDB: docs/decisions/0051-studio.md. */
export const unsavedDrafts = {
  database: "unsaved-drafts",
  cleared: "logout",
} as const satisfies { database: string; cleared: Cleared };
