import { firstPaintHash } from "./first-paint.ts";

/** The policies by which code may turn a text into markup or a script's address (decision 0043). */
const trustedTypesPolicies = ["portal-drawings", "portal-worker"] as const;

export type TrustedTypesPolicy = (typeof trustedTypesPolicies)[number];

/** Hash of an empty style element: Fluent creates them empty and fills them by script. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const launchDarklyHosts = [
  "https://app.launchdarkly.com",
  "https://clientstream.launchdarkly.com",
  "https://events.launchdarkly.com",
];

/** Where browsers send reports about violations. */
export const cspReportPath = "/api/csp-reports";

/** Header that names the receiver of reports for `report-to`. Browsers ignore it where a page did not come by https. */
const reportingEndpoints = { "reporting-endpoints": `csp="${cspReportPath}"` };

type PageContents = {
  /** Whether flags come from LaunchDarkly's own hosts. */
  launchDarkly: boolean;
  /** Hosts that the page may show frames of, such as those of videos (`playerHosts`). */
  frames?: readonly string[];
  /** Hashes of further scripts and styles that stand in the page. */
  scripts?: readonly string[];
  styles?: readonly string[];
  /** Whether the page comes by https. Only then browsers know `report-to`, for which they ignore `report-uri`. */
  https?: boolean;
};

/** Returns the Content-Security-Policy of every page, in the browser and in the desktop app. */
export function contentSecurityPolicy({
  launchDarkly,
  frames = [],
  scripts = [],
  styles = [],
  https = false,
}: PageContents): string {
  const directives = {
    "default-src": ["'self'"],
    "script-src": ["'self'", firstPaintHash, ...scripts],
    "style-src": ["'self'", emptyStyle, ...styles],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'", "blob:"],
    "frame-src": ["'self'", ...frames.map((host) => `https://${host}`)],
    "connect-src": ["'self'", ...(launchDarkly ? launchDarklyHosts : [])],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "form-action": ["'self'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": trustedTypesPolicies,
    "report-uri": [cspReportPath],
    ...(https && { "report-to": ["csp"] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

export const contentSecurityHeaders = (contents: PageContents): Record<string, string> => ({
  "content-security-policy": contentSecurityPolicy(contents),
  ...(contents.https && reportingEndpoints),
});
