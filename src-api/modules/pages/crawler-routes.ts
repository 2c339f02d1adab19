import type { FastifyInstance } from "fastify";
import { ApiError } from "../../infra/api-error.ts";
import feedRoutes from "./feeds/feed-routes.ts";
import type { FactSources } from "./page-facts.ts";
import { securityTxt, securityTxtPath } from "./security-txt.ts";
import {
  lastChanges,
  listedPages,
  robotsTxt,
  sitemapPart,
  sitemapPartXml,
  sitemapXml,
} from "./sitemap.ts";

/** Serves what programs read of the public pages: robots.txt, security.txt, the sitemap and the feeds. */
export default async function crawlerRoutes(app: FastifyInstance, sources: FactSources) {
  const { brand, origin, reads } = sources;
  app.get("/robots.txt", async (_, reply) => reply.type("text/plain").send(robotsTxt(origin())));
  app.get(securityTxtPath, async (_, reply) =>
    reply.type("text/plain").send(securityTxt(origin(), brand, app.portal.now())),
  );
  const pages = async () => listedPages(await lastChanges(reads, brand), await reads.items());
  app.get("/sitemap.xml", async (_, reply) =>
    reply.type("application/xml").send(sitemapXml(origin(), await pages())),
  );
  app.get<{ Params: { part: string } }>(sitemapPart(":part"), async ({ params }, reply) => {
    const xml = sitemapPartXml(origin(), await pages(), Number(params.part));
    if (xml === null) throw new ApiError("not-found");
    return reply.type("application/xml").send(xml);
  });
  await app.register(feedRoutes, sources);
}
