import { Plugin, PluginKey, type EditorState } from "@milkdown/prose/state";
import { Decoration, DecorationSet } from "@milkdown/prose/view";

type Change = { add: { id: string; at: number } } | { remove: string };

const key = new PluginKey<DecorationSet>("upload-places");

function placeholder(): HTMLElement {
  const mark = document.createElement("span");
  mark.dataset["uploading"] = "";
  return mark;
}

/** Plugin that remembers where pictures belong while they are uploaded, and the text around them is changed. */
export const uploadPositions = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, places) => {
        const mapped = places.map(tr.mapping, tr.doc);
        const change: Change | undefined = tr.getMeta(key);
        if (!change) return mapped;
        if ("remove" in change)
          return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.remove));
        const { id, at } = change.add;
        return mapped.add(tr.doc, [Decoration.widget(at, placeholder, { id, side: 1 })]);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

/** Returns a transaction that begins or ends an upload. */
export const changeUploads = (state: EditorState, change: Change) => state.tr.setMeta(key, change);

/** Returns the place of an upload; the end of the text if the text around it was deleted. */
export const positionOf = (state: EditorState, upload: string): number => {
  const [found] = key.getState(state)?.find(undefined, undefined, ({ id }) => id === upload) ?? [];
  return found?.from ?? state.doc.content.size;
};
