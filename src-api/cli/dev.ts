import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import closeWithGrace from "close-with-grace";
import { createServer as createViteServer, type ViteDevServer } from "vite";
import { brandPictureNames, publicBrand } from "#api/brand.ts";
import type { Config } from "#api/config.ts";
import { startServer } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { brandedPage } from "#shared/brand-page.ts";
import { manifestPath } from "#shared/service-worker.ts";
import { demoNotice } from "./announce.ts";
import { ignoreClosedOutput } from "./command-process.ts";
import { explainFailure } from "./explain-failure.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Starts the API on a free port and Vite at the configured address. As a middleware: it must not end the process. */
async function startDevelopment(config: Config) {
  const ready = Promise.withResolvers<ViteDevServer>();
  // Requests of a tab that is already open wait until everything has started, instead of hanging
  // forever.
  const pages = createHttpServer((request, response) => {
    void ready.promise.then((vite) => vite.middlewares(request, response));
  });
  await once(pages.listen(config.port, config.host), "listening");
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const api = await startServer({ ...config, port: 0, publicUrl }, { rendererFolder: null });
  const fromApi = [
    "/api/",
    "/brand/",
    manifestPath,
    ...brandPictureNames.map((name) => `/${name}`),
  ];
  const vite = await createViteServer({
    plugins: [
      {
        name: "brand",
        transformIndexHtml: (html) => brandedPage(html, publicBrand(api.portal.brand)),
      },
    ],
    server: {
      middlewareMode: true,
      hmr: { server: pages },
      proxy: Object.fromEntries(fromApi.map((path) => [path, { target: api.origin }])),
    },
  });
  ready.resolve(vite);
  closeWithGrace({ logger: api.app.log }, async ({ err }) => {
    if (err) api.app.log.fatal({ err }, "ending after a failure that nobody caught");
    await Promise.all([vite.close(), api.close()]);
  });
  if (api.demo) print(demoNotice(api.demo));
  print(`${api.portal.brand.name} (development) runs at ${publicUrl}`);
}

ignoreClosedOutput();
let config: Config | null = null;
try {
  config = readSettings();
  await startDevelopment(config);
} catch (error) {
  const sentence = explainFailure(error, config);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
