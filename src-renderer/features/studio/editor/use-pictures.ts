import type { EditorView } from "@milkdown/prose/view";
import { useState, type RefObject } from "react";
import type { PictureWords } from "./picture-dialog.tsx";

type Asked = { at: number; src: string; words: PictureWords };

/** Returns the picture at a place of a text; null if there is none. */
function pictureAt({ state: { doc } }: EditorView, at: number): Asked | null {
  const node = at < doc.content.size ? doc.nodeAt(at) : null;
  if (node?.type.name !== "image") return null;
  const { src, alt, title } = node.attrs;
  return { at, src: String(src), words: { alt: String(alt ?? ""), caption: String(title ?? "") } };
}

/** Returns the first picture of a name that has no text alternative; null if there is none. */
function undescribed(view: EditorView, src: string): Asked | null {
  let found: number | null = null;
  view.state.doc.descendants((node, at) => {
    const { attrs, type } = node;
    if (found === null && type.name === "image" && attrs["src"] === src && !attrs["alt"])
      found = at;
  });
  return found === null ? null : pictureAt(view, found);
}

/** Hook: asks for the words of a picture; of those that were added, one after the other. */
export function usePictures(view: RefObject<EditorView | null>) {
  const [{ asked, added }, setState] = useState<{ asked: Asked | null; added: string[] }>({
    asked: null,
    added: [],
  });
  const find = (src: string | undefined) =>
    view.current && src !== undefined ? undescribed(view.current, src) : null;
  const close = () => {
    setState({ asked: find(added[0]), added: added.slice(1) });
    view.current?.focus();
  };
  return {
    asked,
    askAt: (at: number) =>
      setState((last) => ({ ...last, asked: view.current && pictureAt(view.current, at) })),
    askLater: (src: string) =>
      setState((last) =>
        last.asked ? { ...last, added: [...last.added, src] } : { ...last, asked: find(src) },
      ),
    close,
    save: ({ alt, caption }: PictureWords) => {
      const { current } = view;
      const node = asked && current?.state.doc.nodeAt(asked.at);
      if (asked && current && node?.type.name === "image") {
        const attrs = { ...node.attrs, alt, title: caption || null };
        current.dispatch(current.state.tr.setNodeMarkup(asked.at, null, attrs));
      }
      close();
    },
  };
}
