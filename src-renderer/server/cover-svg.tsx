import { renderToStaticMarkup } from "react-dom/server";
import type { DrawCover } from "../../src-shared/cover-drawing.ts";
import { EntryCover } from "../components/cover-art/entry-cover.tsx";

/** Returns the cover of an entry as the text of an SVG file. */
export const coverSvg: DrawCover = ({ width, height, ...cover }) =>
  renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height}>
      <EntryCover {...cover} ratio={`${width} / ${height}`} />
    </svg>,
  );
