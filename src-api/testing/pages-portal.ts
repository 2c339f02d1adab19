import type { Config } from "#api/config.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { createContentPortal, type ContentPortal } from "./content-portal.ts";
import { sampleContent } from "./sample-content.ts";
import { sampleRenderer } from "./sample-renderer.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A renderer's server build: pages without content, and covers of one colour. */
const sampleServerBuild = `
export const startScript = "0";
export const renderPage = async ({ id, language, flags }) => ({
  markup: "<h1>" + id + "</h1>",
  styles: "",
  served: { path: "/", language, flags, answers: [] },
});
export const coverSvg = ({ width, height }) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="' + width + '" height="' + height +
  '"><rect width="' + width + '" height="' + height + '" fill="#ff0000"/></svg>';
`;

/** A portal with content, a catalogue and pages. `page` returns the HTML of an address. */
export type PagesPortal = ContentPortal & { page: (address: string) => Promise<string> };

/** Starts such a portal with `files` as its content folder. Close it afterwards. */
export async function createPagesPortal(
  files = sampleContent,
  config: Partial<Config> = {},
): Promise<PagesPortal> {
  const folder = await temporaryFolder();
  const built = Object.entries(sampleRenderer).map(([name, file]) => [`renderer/${name}`, file]);
  await folder.write({
    ...Object.fromEntries(built),
    "server/package.json": '{"type":"module"}',
    "server/render-page.js": sampleServerBuild,
  });
  const portal = await createContentPortal(
    files,
    { rendererFolder: `${folder.path}/renderer` },
    config,
  );
  await importCatalogue(portal.portal, { demo: false });
  return {
    ...portal,
    page: async (address) => (await portal.app.inject(address)).body,
    close: async () => {
      await portal.close();
      await folder.remove();
    },
  };
}
