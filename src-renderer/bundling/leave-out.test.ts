import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The files of a pattern with their contents. */
const read = (pattern: string) =>
  globSync(pattern, { exclude: ["**/*.test.*", "**/testing/**"] }).map(
    (file) => [file, readFileSync(file, "utf8")] as const,
  );
const sources = read("src-renderer/**/*.{ts,tsx}");

/** The names that our code imports from a package. */
const importsFrom = (name: string) =>
  new Set(
    sources.flatMap(([, source]) =>
      [...source.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)]
        .filter(([, , from]) => from === name)
        .flatMap(([, names = ""]) => names.split(",").map((each) => each.trim()))
        .filter((each) => each !== "" && !each.startsWith("type ")),
    ),
  );

describe("what leave-out.ts leaves out is not used", () => {
  it("of React Router: only what works without its framework and without data", () => {
    const used = ["BrowserRouter", "Link", "MemoryRouter", "NavLink", "Navigate", "NavigationType"];
    used.push("Route", "Routes", "useHref", "useLinkClickHandler", "useLocation", "useNavigate");
    used.push("useNavigationType", "useParams", "useSearchParams");
    used.push("StaticRouter"); // in the server build
    expect([...importsFrom("react-router-dom")].filter((name) => !used.includes(name))).toEqual([]);
    const links = sources.filter(([, source]) => /<(Nav)?Link\b[^>]*\sprefetch=/.test(source));
    expect(links.map(([file]) => file)).toEqual([]);
  });

  it("of react-hook-form: every form has a schema", () => {
    const forms = sources.flatMap(([file, source]) =>
      [...source.matchAll(/useForm(?:<[^>]*>)?\(\{(.{0,60})/gs)].map(([, options = ""]) => [
        file,
        options.includes("resolver:"),
      ]),
    );
    expect(forms.length).toBeGreaterThan(5);
    expect(forms.filter(([, hasSchema]) => !hasSchema)).toEqual([]);
  });

  it("of i18next: no text contains another one or names a format for its values", () => {
    const texts = [...read("locales/*/*.json"), ...read("resources/brand/*.json")];
    expect(texts.length).toBeGreaterThan(10);
    const formatted = texts.filter(([, text]) => /\{\{[^}]*,[^}]*\}\}|\$t\(/.test(text));
    expect(formatted.map(([file]) => file)).toEqual([]);
    const cloned = sources.filter(([, source]) => source.includes(".cloneInstance("));
    expect(cloned.map(([file]) => file)).toEqual([]);
  });

  it("of axios: no interceptors, no progress, and one place that sends", () => {
    const users = sources.filter(([, source]) => source.includes('from "axios"'));
    expect(users.map(([file]) => file)).toEqual(["src-renderer/api-client/transport.ts"]);
    expect(users[0]?.[1]).not.toMatch(/interceptors|Progress|FormData|cancelToken/);
  });
});
