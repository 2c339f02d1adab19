import type { Node } from "@milkdown/prose/model";
import type { NodeViewConstructor } from "@milkdown/prose/view";

export type PictureTexts = {
  /** Shown below a picture without a text alternative. */
  undescribed: string;
  /** Shown instead of a picture that is not stored with the text. */
  unknown: (name: string) => string;
};

type PictureSetting = {
  imageAddress: (name: string) => string | undefined;
  openPicture: () => void;
  texts: PictureTexts;
};

const span = (kind: string, text: string) => {
  const element = document.createElement("span");
  element.dataset[kind] = "";
  element.textContent = text;
  return element;
};

/** Returns the parts of a picture. Only addresses that the page gives are loaded, never those of the text. */
function partsOf({ attrs }: Node, { imageAddress, texts }: PictureSetting): HTMLElement[] {
  const [src, alt, title] = [attrs["src"], attrs["alt"], attrs["title"]].map((v) =>
    String(v ?? ""),
  );
  const address = imageAddress(src ?? "");
  const parts: HTMLElement[] = [];
  if (address === undefined) parts.push(span("unknown", texts.unknown(src ?? "")));
  else {
    const image = document.createElement("img");
    const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(src ?? "") ?? [];
    if (width && height) Object.assign(image, { width: Number(width), height: Number(height) });
    Object.assign(image, { loading: "lazy", decoding: "async", draggable: false });
    image.alt = alt ?? "";
    image.src = address;
    parts.push(image);
  }
  if (title) parts.push(span("caption", title));
  if (!alt) parts.push(span("undescribed", texts.undescribed));
  return parts;
}

/** Shows a picture with its caption, and says if it has no text alternative. */
export const pictureView =
  (setting: PictureSetting): NodeViewConstructor =>
  (node) => {
    const dom = document.createElement("span");
    dom.dataset["picture"] = "";
    dom.contentEditable = "false";
    dom.replaceChildren(...partsOf(node, setting));
    dom.addEventListener("dblclick", setting.openPicture);
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        dom.replaceChildren(...partsOf(next, setting));
        return true;
      },
      ignoreMutation: () => true,
    };
  };
