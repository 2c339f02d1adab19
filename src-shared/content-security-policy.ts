import { firstPaintHash } from "./first-paint.ts";

/** Hash of an empty style element: Fluent creates them empty and fills them by script. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const launchDarklyHosts = [
  "https://app.launchdarkly.com",
  "https://clientstream.launchdarkly.com",
  "https://events.launchdarkly.com",
];

/**
 * Returns the Content-Security-Policy of every page, in the browser and in the desktop app.
 * `launchDarkly`: whether flags come from LaunchDarkly's own hosts.
 */
export function contentSecurityPolicy({ launchDarkly }: { launchDarkly: boolean }): string {
  const directives = {
    "default-src": ["'self'"],
    "script-src": ["'self'", firstPaintHash],
    "style-src": ["'self'", emptyStyle],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'", "blob:"],
    "connect-src": ["'self'", ...(launchDarkly ? launchDarklyHosts : [])],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "form-action": ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
