import { beforeEach, describe, expect, it, vi } from "vitest";
import { shell } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { externalUrl, openExternally } = await import("./external-links.ts");

const api = "http://127.0.0.1:4000";

beforeEach(() => shell.openExternal.mockClear());

describe("an address for the system", () => {
  it.each([
    ["https://www.instagram.com/ringside.example", "https://www.instagram.com/ringside.example"],
    ["mailto:hello@ringside.example", "mailto:hello@ringside.example"],
    ["http://old.example.org/page", "http://old.example.org/page"],
    ["HTTP://old.example.org:8080/x?a=b", "http://old.example.org:8080/x?a=b"],
    [
      "mailto:a@b.example?cc=c@d.example&bcc=e@f.example",
      "mailto:a@b.example?cc=c@d.example&bcc=e@f.example",
    ],
    ["mailto:?to=c@d.example", "mailto:?to=c@d.example"],
    [
      "mailto:a@b.example?subject=Q&A on food & water",
      "mailto:a@b.example?subject=Q%26A%20on%20food%20%26%20water",
    ],
    [
      "mailto:a@b.example?subject=Q&A&cc=c@d.example",
      "mailto:a@b.example?subject=Q%26A&cc=c@d.example",
    ],
    ["mailto:a@b.example?subject=Q&amp;A", "mailto:a@b.example?subject=Q%26amp;A"],
    ["mailto:a@b.example?subject=a&", "mailto:a@b.example?subject=a"],
    ["mailto:a@b.example#%0ABcc:c@d.example", "mailto:a@b.example"],
    ["mailto:a@b.example?subject=Q&A=B", "mailto:a@b.example?subject=Q%26A%3DB"],
    [
      "mailto:a@b.example?body=x=1&y=2&&z&subject=R&D = fun",
      "mailto:a@b.example?body=x=1%26y%3D2%26%26z&subject=R%26D%20%3D%20fun",
    ],
    [
      "mailto:a@b.example?subject=Q&amp;body=x&amp;A=B",
      "mailto:a@b.example?subject=Q&body=x%26amp;A%3DB",
    ],
    [
      "mailto:a@b.example?subject=x&From: c@d.example=y",
      "mailto:a@b.example?subject=x%26From:%20c@d.example%3Dy",
    ],
    ["tel:+48 22 123 45 67", "tel:+48221234567"],
    ["tel:(022)%20123 45-67", "tel:(022)12345-67"],
    ["tel:+48000000000", "tel:+48000000000"],
    ["tel:+1-201-555-0123;ext=22", "tel:+1-201-555-0123;ext=22"],
    [`${api}/api/payments/sandbox/1`, `${api}/api/payments/sandbox/1`],
    ["/api/payments/sandbox/1?lang=pl", `${api}/api/payments/sandbox/1?lang=pl`],
    ["app://portal/api/payments/sandbox/1?a=b", `${api}/api/payments/sandbox/1?a=b`],
    ["mailto:a@b.example?Subject=x&body=y%0D%0Az", "mailto:a@b.example?Subject=x&body=y%0D%0Az"],
  ])("%s opens as %s", (address, opened) => {
    expect(externalUrl(address, api)).toBe(opened);
  });

  it.each([
    "file:///etc/passwd",
    "smb://host/share",
    "javascript:alert(1)",
    "ms-msdt:/id PCWDiagnostic",
    "http://user:password@example.com/",
    "http://127.0.0.1:4001/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://[::1]:4000/",
    "http://[::ffff:127.0.0.1]/",
    "http://printer.localhost/",
    "tel:",
    "tel:+48 22<script>",
    "tel:+4822;ext=%0A1",
    "sms:+48000000000",
    "http://127.0.0.1/",
    "http://localhost:4000/",
    "http://127.0.0.1:4000.evil.example/",
    "https://user:password@example.com/",
    "http://evil@127.0.0.1:4000/",
    "//evil.example/",
    "//evil.example/api/x",
    `blob:${api}/3d1e2b1c`,
    "blob:https://example.com/3d1e2b1c",
    "blob:app://portal/3d1e2b1c",
    `filesystem:${api}/temporary/x`,
    `view-source:${api}/`,
    "mailto:a@b.example?attach=/etc/passwd",
    "mailto:a@b.example?subject=x&ATTACHMENT=/etc/passwd",
    "mailto:a@b.example?subject=x&%61ttach=/etc/passwd",
    "mailto:a@b.example?subject=x%0D%0ABcc:c@d.example",
    "mailto:a@b.example?subject=Q&A%0D%0ABcc:c@d.example=B",
    "mailto:a@b.example?subject=Q&A=B%0ABcc:c@d.example",
    "mailto:a@b.example?cc=c@d.example&A%0ABcc:e@f.example=B",
    "mailto:a@b.example?A=B",
    "mailto:a@b.example?cc=c@d.example%0D%0ABcc:e@f.example",
    "mailto:a@b.example%0aBcc:c@d.example",
    "/api/..\\..\\admin",
    "/api/..%5c..%5Cadmin",
    "/api/../articles",
    "app://portal/api/..\\..\\admin",
    "/\\evil.example/api/x",
    "/articles",
    "app://portal/articles",
    "app://portal.evil/api/x",
    "ringside://memberships",
    "C:\\Windows\\System32\\calc.exe",
    "",
    `https://example.com/${"x".repeat(9_000)}`,
  ])("%s is none", async (address) => {
    expect(await openExternally(address, api)).toBe(false);
    expect(shell.openExternal).not.toHaveBeenCalled();
  });
});
