import { cloneElement, Fragment, type ReactElement } from "react";

/** A tag with its content, such as `<terms>terms and conditions</terms>`. */
const tagged = /<(\w+)>(.*?)<\/\1>/gs;

type RichTextProps = {
  text: string;
  /** The element that each tag of the text stands for; its children are the content of the tag. */
  elements: Readonly<Record<string, ReactElement>>;
};

/** Renders a translated text with links or emphasis. The `Trans` of react-i18next would add 5 kB. */
export function RichText({ text, elements }: RichTextProps) {
  // Splitting by two groups yields a plain text, a tag's name, its content, a plain text, and so on.
  const parts = text.split(tagged);
  return parts.map((part, i) => {
    if (i % 3 === 1) return null;
    const element = i % 3 === 2 ? elements[parts[i - 1] ?? ""] : undefined;
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their order
    return <Fragment key={i}>{element ? cloneElement(element, {}, part) : part}</Fragment>;
  });
}
