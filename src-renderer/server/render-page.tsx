import { renderToStyleElements } from "@fluentui/react-components";
import { renderToStaticMarkup } from "react-dom/server.edge";
import { prerender } from "react-dom/static.edge";
import { StaticRouter } from "react-router-dom";
import * as z from "zod/mini";
import { localisedPath } from "#shared/languages.ts";
import type { RouteId } from "#shared/routes.ts";
import type { PageToRender, RenderedPage, ServerBuild } from "#shared/served-page.ts";
import { isPartOn } from "#shared/parts.ts";
import { configureClient, type Transport } from "#renderer/api-client/client.ts";
import { cachedAnswers, queryClient } from "#renderer/api-client/query.ts";
import { callPath, serializeQuery } from "#renderer/api-client/request-address.ts";
import { App } from "#renderer/app/app.tsx";
import { pageOf } from "#renderer/app/pages.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { showTexts, startTexts } from "#renderer/i18n/i18n.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { createStyleRenderer } from "#renderer/theme/style-renderer.ts";
import type { DrawCover } from "#shared/cover-drawing.ts";
import { coverSvg as drawnCover } from "#renderer/components/cover-art/drawing/cover-drawing.ts";
import { knownMotif } from "#renderer/components/cover-art/motif-art.tsx";

/** Returns the cover of an entry as the text of an SVG file. */
export const coverSvg: DrawCover = ({ width, height, motif, ...cover }, drawnFor) => {
  // A page may be under way, in whatever language and brand.
  const ofPage = brand;
  setBrand({ ...ofPage, ...drawnFor });
  try {
    const svg = drawnCover({ ...cover, motif: knownMotif(motif) }, `${width} / ${height}`);
    return svg.replace("<svg", `<svg width="${width}" height="${height}"`);
  } finally {
    setBrand(ofPage);
  }
};

export { startScript } from "#renderer/app/start-script.ts";

z.config({ jitless: true });
const textsStarted = startTexts();

/** A style renderer holds the rules of the pages that it has rendered; each page has its own. */
const styleRenderers = new Map<RouteId, ReturnType<typeof createStyleRenderer>>();

function styleRendererOf(id: RouteId) {
  const known = styleRenderers.get(id) ?? createStyleRenderer();
  styleRenderers.set(id, known);
  return known;
}

/** Sends the page's requests to the API in the same process. */
const transportOf = ({ language, get }: PageToRender): Transport => ({
  send: async ({ endpoint, input: { params, query } }) => {
    const search = serializeQuery({ ...(query as Record<string, string> | undefined) }); // plain values
    const answer = await get(`${callPath(endpoint, params)}${search && `?${search}`}`, language);
    return { data: endpoint.answer.parse(answer) as never, error: null }; // the endpoint's schema
  },
});

async function render(page: PageToRender): Promise<RenderedPage> {
  const { id, path, language, flags } = page;
  await textsStarted;
  setBrand(page.brand);
  const transport = transportOf(page);
  configureClient({
    token: () => null,
    language: () => language,
    isPartOn: (part) => isPartOn(brand, part),
    transport: async () => transport,
  });
  queryClient.clear();
  useFlags.setState(flags, true);
  await showTexts(language);
  await pageOf(id).load();
  const styleRenderer = styleRendererOf(id);
  const { prelude } = await prerender(
    <App styleRenderer={styleRenderer}>
      {(content) => (
        <StaticRouter location={localisedPath(path, language, page.brand.languages)}>
          {content}
        </StaticRouter>
      )}
    </App>,
  );
  return {
    markup: await new Response(prelude).text(),
    styles: renderToStaticMarkup(renderToStyleElements(styleRenderer)),
    served: { path, language, flags, answers: cachedAnswers() },
  };
}

/** The page under way: texts, flags and answers are those of one page at a time. */
let last: Promise<unknown> = Promise.resolve();

/** Renders a public page as a visitor sees it, one after the other. Rejects if an answer is missing. */
export const renderPage: ServerBuild["renderPage"] = (page) => {
  // The cache's timers would keep the process from ending.
  const rendered = last.then(() => render(page)).finally(() => queryClient.clear());
  last = rendered.catch(() => {});
  return rendered;
};
