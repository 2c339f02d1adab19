import type { FastifyInstance } from "fastify";
import type { Brand } from "#shared/brand.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { ownFiles } from "#api/infra/own-addresses.ts";
import feedRoutes from "./feed-routes.ts";
import type { FactSources } from "./page-facts.ts";
import {
  lastChanges,
  listedPages,
  robotsTxt,
  sitemapPart,
  sitemapPartXml,
  sitemapXml,
} from "./sitemap.ts";

/** How long a copy may be relied on, in days; RFC 9116 recommends less than a year. */
const validDays = 180;

/** Returns to whom vulnerabilities are reported. The end of its validity moves on with every day. */
function securityTxt(origin: string, { contactEmail, languages }: Brand, now: Date): string {
  const expires = new Date(now);
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + validDays);
  return [
    `Contact: mailto:${contactEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    ...(origin ? [`Canonical: ${origin}${ownFiles.securityTxt}`] : []),
    "",
  ].join("\n");
}

/** Serves what programs read of the public pages: robots.txt, security.txt, the sitemap and the feeds. */
export default async function crawlerRoutes(app: FastifyInstance, sources: FactSources) {
  const { origin, reads } = sources;
  const site = () => ({ origin: origin(), brand: sources.brand });
  app.get(ownFiles.robots, async (_, reply) => reply.type("text/plain").send(robotsTxt(origin())));
  app.get(ownFiles.securityTxt, async (_, reply) =>
    reply.type("text/plain").send(securityTxt(origin(), sources.brand, app.portal.now())),
  );
  const pages = async () => {
    const { brand } = sources;
    return listedPages(brand, await lastChanges(reads, brand), await reads.items());
  };
  app.get(ownFiles.sitemap, async (_, reply) =>
    reply.type("application/xml").send(sitemapXml(site(), await pages())),
  );
  app.get<{ Params: { part: string } }>(sitemapPart(":part"), async ({ params }, reply) => {
    const xml = sitemapPartXml(site(), await pages(), Number(params.part));
    if (xml === null) throw new ApiError("not-found");
    return reply.type("application/xml").send(xml);
  });
  await app.register(feedRoutes, sources);
}
