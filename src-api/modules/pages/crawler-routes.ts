import type { FastifyInstance } from "fastify";
import feedRoutes from "./feeds/feed-routes.ts";
import type { FactSources } from "./page-facts.ts";
import { securityTxt, securityTxtPath } from "./security-txt.ts";
import { lastChanges, robotsTxt, sitemapXml } from "./sitemap.ts";

/** Serves what programs read of the public pages: robots.txt, security.txt, the sitemap and the feeds. */
export default async function crawlerRoutes(app: FastifyInstance, sources: FactSources) {
  const { brand, origin, reads } = sources;
  app.get("/robots.txt", async (_, reply) => reply.type("text/plain").send(robotsTxt(origin())));
  app.get(securityTxtPath, async (_, reply) =>
    reply.type("text/plain").send(securityTxt(origin(), brand, app.portal.now())),
  );
  app.get("/sitemap.xml", async (_, reply) => {
    const changes = await lastChanges(reads, brand);
    return reply.type("application/xml").send(sitemapXml(origin(), changes));
  });
  await app.register(feedRoutes, sources);
}
