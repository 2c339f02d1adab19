import type { Mutation } from "./mutation.ts";

/** Mutations that each break one rule of billing, the guards or stored values. */
export const rules: readonly Mutation[] = [
  {
    breaks: "a discount takes off more than the items cost",
    folder: "src-api",
    find: "? total : Math.min(off, total);",
    replacement: "? total : off;",
    tests: ["/discount.test.ts"],
  },
  {
    breaks: "half a cent of a discount is rounded down",
    folder: "src-api",
    find: "Math.floor((amount * percent + 50) / 100)",
    replacement: "Math.floor((amount * percent) / 100)",
    tests: ["/discount.test.ts"],
  },
  {
    breaks: "a short month pulls all later periods forward",
    folder: "src-api",
    find: `const ended = begun.add({ months: monthsOf[period] * count }, { overflow: "constrain" });`,
    replacement: `let ended = begun;
  for (let n = 0; n < count; n++) ended = ended.add({ months: monthsOf[period] });`,
    tests: ["/period.test.ts"],
  },
  {
    breaks: "a renewal costs what is due now, discount included",
    folder: "src-api",
    find: "const off = kept ? discountAmount(kept, [line]) : 0;",
    replacement: "const off = code ? discountAmount(code, [line]) : 0;",
    tests: ["/price.test.ts"],
  },
  {
    breaks: "a membership stays in force after its end",
    folder: "src-api",
    find: "return endsAt === null || endsAt > (renews(subscription) ? graceStart(now) : now);",
    replacement: "return true;",
    tests: ["subscriptions/membership.test.ts"],
  },
  {
    breaks: "numbers of receipts have another form",
    folder: "src-api",
    find: 'String(number).padStart(6, "0")',
    replacement: "String(number)",
    tests: ["invoices/receipt.test.ts"],
  },
  {
    breaks: "a quote prices a second membership for a member",
    folder: "src-api",
    find: "if (session) refuseSecondMembership(price.lines, await settledSession(portal, session));",
    replacement: "",
    tests: ["quote-routes.test.ts"],
  },
  {
    breaks: "a user without membership is sent to login again",
    folder: "src-renderer",
    find: 'routePath(user ? "subMissing" : "login")',
    replacement: 'routePath("login")',
    tests: ["guards.test.tsx"],
  },
  {
    breaks: "the cart of one user is there for the next one",
    folder: "src-shared",
    find: `default: [],
    cleared: "logout",`,
    replacement: `default: [],
    cleared: "never",`,
    tests: ["start-session.test.ts"],
  },
  {
    breaks: "a dog of exactly 30 cm is in the next class",
    folder: "src-shared",
    find: "rounded <= band.upTo",
    replacement: "rounded < band.upTo",
    tests: ["height-class.test.ts"],
  },
];
