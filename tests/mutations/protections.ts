import type { Mutation } from "./mutation.ts";

/** Protections of docs/security.md, each taken away. */
export const protections: readonly Mutation[] = [
  {
    breaks: "visitors reach what is for users",
    folder: "src-api",
    find: 'if (!request.session) throw new ApiError("unauthorized");',
    replacement: "",
    tests: ["serve.test.ts"],
  },
  {
    breaks: "every user is an admin",
    folder: "src-api",
    find: 'if (!isAdmin(session)) throw refusal(session, "forbidden");',
    replacement: "",
    tests: ["serve.test.ts"],
  },
  {
    breaks: "passwords and codes can be guessed without limit",
    folder: "src-api",
    find: "throw tooMany(refused.until,",
    replacement: "void tooMany(refused.until,",
    tests: ["throttle.slow.test.ts"],
  },
  {
    breaks: "tokens are stored as they are sent",
    folder: "src-api",
    find: 'createHash("sha256").update(token).digest("base64url")',
    replacement: "token",
    tests: ["sign-in.isolated.test.ts"],
  },
  {
    breaks: "any signature opens the address of a video",
    folder: "src-api",
    find: "return expected.length === given.length && timingSafeEqual(expected, given);",
    replacement: "return expected.length === given.length;",
    tests: ["library/media/"],
  },
  {
    breaks: "a checkout that is sent twice makes two purchases",
    folder: "src-api",
    find: "(await findEarlier(tx,",
    replacement: "(await ((..._: unknown[]) => null)(tx,",
    tests: ["checkout-routes.test.ts"],
  },
  {
    breaks: "pages run inline scripts",
    folder: "src-shared",
    find: `"script-src": ["'self'", firstPaintHash, ...scripts],`,
    replacement: `"script-src": ["'self'", "'unsafe-inline'"],`,
    tests: ["renderer-files.test.ts", "app-protocol.test.ts"],
  },
  {
    breaks: "any page may use the bridge of the desktop app",
    folder: "src-main",
    find: "senderFrame.parent === null && isPortalUrl(senderFrame.url)",
    replacement: "true",
    tests: ["bridge-handlers.test.ts"],
  },
  {
    breaks: "the desktop app has the system open addresses of any scheme",
    folder: "src-main",
    find: `return isTelephone(url);
    default:
      return false;`,
    replacement: `return isTelephone(url);
    default:
      return true;`,
    tests: ["external-links.test.ts"],
  },
  {
    breaks: "login leads to whatever address was left in the tab's storage",
    folder: "src-renderer",
    find: "return text === null ? null : placeOf(text);",
    replacement: "return text;",
    tests: ["remembered-place.test.ts"],
  },
];
