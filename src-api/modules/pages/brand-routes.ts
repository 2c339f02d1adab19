import type { FastifyInstance } from "fastify";
import { getBrand, getLegalText } from "#shared/api/brand.ts";
import type { Language, PortalLanguages } from "#shared/languages.ts";
import { isKindShown } from "#shared/parts.ts";
import { routes } from "#shared/routes.ts";
import { brandPictureNames, legalTextOf, publicBrand, type InstalledBrand } from "#api/brand.ts";
import { sendUnlessUnchanged } from "#api/http/entity-tag.ts";
import { serve } from "#api/http/serve.ts";
import { pageTitleIn } from "#api/infra/i18n/messages.ts";
import { ownFiles } from "#api/infra/own-addresses.ts";

/** Serves the brand and its legal documents to the interface. */
export async function brandApi(app: FastifyInstance): Promise<void> {
  serve(app, getBrand, async () => publicBrand(app.portal.brand));
  serve(app, getLegalText, async ({ params: { document } }, { language }) => {
    const { brand } = app.portal;
    return { version: brand.legalVersions[document], body: legalTextOf(brand, document, language) };
  });
}

/** Returns a text in the portal's default language, and in its others for browsers that know the latter. */
const localised = (
  name: string,
  [ofPortal, ...others]: PortalLanguages,
  textIn: (language: Language) => string,
) => ({
  [name]: textIn(ofPortal),
  ...(others.length > 0 && {
    [`${name}_localized`]: Object.fromEntries(others.map((other) => [other, textIn(other)])),
  }),
});

const icon = (src: string, sizes: string, purpose: "any" | "maskable") => ({
  src,
  sizes,
  type: "image/png",
  purpose,
});

/** Returns what a device needs to know to install the portal as an app. */
const manifestOf = (brand: InstalledBrand) => ({
  id: "/",
  name: brand.name,
  short_name: brand.name,
  ...localised("description", brand.languages, (language) => brand.texts[language].tagline),
  lang: brand.languages[0],
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  theme_color: brand.colours.ramp[2],
  background_color: brand.colours.paper,
  categories: ["sports", "education", "lifestyle"],
  icons: [
    icon("/icon-rounded-192.png", "192x192", "any"),
    icon("/icon-rounded-512.png", "512x512", "any"),
    icon("/icon-192.png", "192x192", "maskable"),
    icon("/icon-512.png", "512x512", "maskable"),
  ],
  shortcuts: (["articles", "recipes", "protocols", "videos"] as const)
    .filter((kind) => isKindShown(brand, kind))
    .map((kind) => ({
      ...localised("name", brand.languages, (language) => pageTitleIn(brand, kind, language)),
      url: routes[kind].path,
    })),
});

/** Serves logo, icons and manifest. Addresses with the hash of a picture never change what they show. */
export async function brandFiles(app: FastifyInstance): Promise<void> {
  app.get(ownFiles.manifest, async (request, reply) => {
    reply.type("application/manifest+json").header("cache-control", "no-cache");
    return sendUnlessUnchanged(request, reply, JSON.stringify(manifestOf(app.portal.brand)));
  });
  for (const name of brandPictureNames) {
    app.get(`/${name}`, async (request, reply) => {
      const { type, bytes } = app.portal.brand.pictures[name];
      reply.type(type).header("cache-control", "no-cache");
      return sendUnlessUnchanged(request, reply, bytes);
    });
    app.get<{ Params: { hash: string } }>(`/brand/:hash/${name}`, async (request, reply) => {
      const { type, bytes, hash } = app.portal.brand.pictures[name];
      // A page that was opened before a change names the former picture.
      const isPresent = request.params.hash === hash;
      const caching = isPresent ? "public, max-age=31536000, immutable" : "no-cache";
      reply.type(type).header("cache-control", caching);
      return sendUnlessUnchanged(request, reply, bytes);
    });
  }
}
