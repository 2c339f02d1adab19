import * as z from "zod/mini";
import { matchRoute, routes } from "../../../src-shared/routes.ts";

const directives = [
  "base-uri",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "require-trusted-types-for",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "worker-src",
] as const;

/** A directive that was violated; `other` is one that our policies do not have. */
export type Directive = (typeof directives)[number] | "other";

/** What is kept of a report. Nothing of it is text that a stranger could choose, except for host names. */
export type Violation = {
  directive: Directive;
  /** Template of the page's path, such as `/reset-password/:token`. */
  page: string;
  /** What was blocked: a keyword such as `inline`, a scheme, an origin, or a place of our own. */
  blocked: string;
  /** The place of the code that did it; null if unknown. */
  source: string | null;
  line: number | null;
};

const text = z.optional(z.string());
const line = z.optional(z.nullable(z.number()));

/** What browsers send for `report-to`. */
const reportsSchema = z.array(
  z.object({
    type: z.string(),
    body: z.optional(
      z.nullable(
        z.object({
          documentURL: text,
          blockedURL: text,
          effectiveDirective: text,
          sourceFile: z.nullish(z.string()),
          lineNumber: line,
        }),
      ),
    ),
  }),
);

/** What browsers send for `report-uri`. */
const reportSchema = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "blocked-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "source-file": z.nullish(z.string()),
    "line-number": line,
  }),
});

/** Most reports that are taken from one request. */
const most = 20;

/** Values of a blocked address that are no address. */
const keywords = new Set([
  "inline",
  "eval",
  "wasm-eval",
  "self",
  "data",
  "blob",
  "trusted-types-policy",
  "trusted-types-sink",
]);

const extensions = /^(chrome|moz|safari|safari-web)-extension:/;

const hostOf = ({ protocol, host }: URL) => `${protocol}//${host}`;

/** Returns the template of a path of our own: paths contain tokens, and strangers choose them. */
function templateOf(path: string): string {
  const id = matchRoute(path);
  if (id !== null) return routes[id].path;
  if (/^\/assets\/[\w.-]{1,200}$/.test(path)) return path;
  return path.startsWith("/api/") ? "/api" : "unknown";
}

/** Returns where an address leads, without what may be secret: a path of our own by its template, else the host. */
function placeOf(address: string, page: URL | null): string {
  if (keywords.has(address)) return address;
  const url = URL.parse(address);
  if (url === null) return "unknown";
  if (page !== null && hostOf(url) === hostOf(page)) return templateOf(url.pathname);
  if (!/^(https?|wss?):$/.test(url.protocol)) {
    return /^(data|blob|about|file|app):$/.test(url.protocol) ? url.protocol : "other";
  }
  return hostOf(url).slice(0, 100);
}

type Reported = {
  document: string | undefined;
  blocked: string | undefined;
  directive: string | undefined;
  source: string | null | undefined;
  line: number | null | undefined;
};

function violationOf({ document, blocked, directive, source, line: at }: Reported): Violation[] {
  const addresses = [blocked ?? "", source ?? ""];
  // Extensions of browsers violate the policies of every page.
  if (addresses.some((address) => extensions.test(address))) return [];
  const page = URL.parse(document ?? "");
  // Old browsers name the directive with its values.
  const [name] = (directive ?? "").split(" ", 1);
  return [
    {
      directive: directives.find((known) => known === name) ?? "other",
      page: page === null ? "unknown" : templateOf(page.pathname),
      blocked: placeOf(blocked ?? "", page),
      source: source ? placeOf(source, page) : null,
      line: typeof at === "number" && Number.isInteger(at) && at >= 0 ? at : null,
    },
  ];
}

/**
 * Returns the violations in a request for `report-to` (an array) or `report-uri`, 20 at most, without those of
 * browser extensions. Null for anything else. Samples of the code, queries and paths are left out.
 */
export function parseReports(body: unknown): Violation[] | null {
  const single = reportSchema.safeParse(body).data?.["csp-report"];
  if (single) {
    return violationOf({
      document: single["document-uri"],
      blocked: single["blocked-uri"],
      directive: single["effective-directive"] ?? single["violated-directive"],
      source: single["source-file"],
      line: single["line-number"],
    });
  }
  const reports = reportsSchema.safeParse(body).data;
  if (!reports) return null;
  return reports
    .filter(({ type }) => type === "csp-violation")
    .slice(0, most)
    .flatMap(({ body: report }) =>
      report
        ? violationOf({
            document: report.documentURL,
            blocked: report.blockedURL,
            directive: report.effectiveDirective,
            source: report.sourceFile,
            line: report.lineNumber,
          })
        : [],
    );
}
