import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { MotifName } from "../../../resources/art/motifs.ts";
import { CoverArt } from "../../components/cover-art/cover-art.tsx";

const motifs: MotifName[] = ["bowl", "jump", "paw", "rosette", "tunnel", "whistle"];

/** Returns a cover as an SVG document. */
function fileOf(motif: MotifName): string {
  const cover = <CoverArt kind="articles" slug={`sign-in-${motif}`} motif={motif} ratio="4 / 3" />;
  return renderToStaticMarkup(cover).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
}

// The drawings as files: their code would be 13 kB of scripts on every form. After a change of the
// drawings, `vitest run -u` with the path of this test writes them anew.
it.each(motifs)("has the picture of %s as it is drawn today", async (motif) => {
  await expect(fileOf(motif)).toMatchFileSnapshot(`pictures/${motif}.svg`);
});
