import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { Element, Root } from "hast";
import { toString } from "hast-util-to-string";
import { use, useEffect, useMemo, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import ReactMarkdown, { defaultUrlTransform, type Components } from "react-markdown";
import { useLocation } from "react-router-dom";
import remarkGfm from "remark-gfm";
import { SKIP, visit } from "unist-util-visit";
import { playerHosts } from "#shared/embeds.ts";
import { remarkFigures } from "#shared/figures.ts";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { brand } from "#renderer/platform/brand.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Course } from "./course/course.tsx";
import { videoAt } from "./embedded-video.ts";
import { Heading } from "./heading.tsx";
import { ImageSources } from "./image-sources.ts";
import { headingPlugins, idOfHash, mainTextPrefix } from "./text-parts.ts";
import { useTextStyles } from "./text-styles.ts";
import { VideoEmbed } from "./video-embed.tsx";

const useStyles = makeStyles({
  scrolling: {
    overflowX: "auto",
    margin: "0 0 24px",
    [media.print]: { overflowX: "visible" },
  },
  code: {
    padding: "12px 16px",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBand,
    fontSize: "15px",
    lineHeight: "22px",
    [media.print]: { whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  },
});

/** A wide table scrolls by itself, and with the keyboard. */
function Table({ children }: { children?: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.scrolling} role="group" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

type CodeBlockProps = { node?: Element | undefined; children?: ReactNode };

/** Returns the text of a code block that draws a set-up, or null for other code. */
function courseIn(block: Element | undefined): string | null {
  const [code] = block?.children ?? [];
  if (code?.type !== "element") return null;
  const { className } = code.properties;
  return Array.isArray(className) && className.includes("language-course") ? toString(code) : null;
}

/** Code keeps its lines, and scrolls like a wide table. A set-up is drawn. */
function CodeBlock({ node, children }: CodeBlockProps) {
  const styles = useStyles();
  const course = courseIn(node);
  if (course !== null) return <Course text={course} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
    <pre className={mergeClasses(styles.scrolling, styles.code)} tabIndex={0}>
      {children}
    </pre>
  );
}

/** Returns the link that a paragraph is and nothing else; undefined for other paragraphs. */
function loneLink(paragraph: Element | undefined): Element | undefined {
  const [only, ...others] = paragraph?.children ?? [];
  return only?.type === "element" && only.tagName === "a" && others.length === 0 ? only : undefined;
}

/** A paragraph. A link to a video that is alone in it becomes a player, if the owner allows the site of the video. */
function Paragraph({ node, children }: { node?: Element | undefined; children?: ReactNode }) {
  const link = loneLink(node);
  const address = link?.properties["href"] ?? "";
  const video = videoAt(address);
  if (!link || !video || !playerHosts(brand).includes(video.host)) return <p>{children}</p>;
  const title = (toString(link) || address).replace(/^https?:\/\/(www\.)?/, "");
  return (
    <VideoEmbed video={video} title={title}>
      {children}
    </VideoEmbed>
  );
}

type PartHeadingProps = { id?: string; className?: string; children?: ReactNode };

/** A heading of the second level. The hidden one of the footnotes, which is shown here, is the only one with a class. */
function PartHeading({ id = "", className, children }: PartHeadingProps) {
  return (
    <Heading level={2} size={className === undefined ? "section" : "small"} id={id}>
      {children}
    </Heading>
  );
}

/** An image, or its description where it is not on the device. Its file name has its size: nothing moves. */
function Picture({ src = "", alt = "", title }: { src?: string; alt?: string; title?: string }) {
  const sources = use(ImageSources);
  const shown = sources ? sources.get(src) : src;
  if (!shown) return alt && <em>{alt}</em>;
  const [, width, height] = /-(\d+)x(\d+)\.webp(?:\?|$)/.exec(src) ?? [];
  return (
    <img
      src={shown}
      alt={alt}
      title={title}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  );
}

/**
 * Returns the address of a link or image that is safe to follow, with those of telephones; undefined for others, so that no
 * link leads to the page itself.
 */
const safeAddress = (address: string) =>
  (/^tel:/i.test(address) ? address : defaultUrlTransform(address)) || undefined;

/** Keeps words of one letter from the ends of lines, but in code. */
function joinedWords() {
  return (tree: Root) =>
    visit(tree, (node) => {
      if (node.type === "text") node.value = withGoodBreaks(node.value);
      return node.type === "element" && node.tagName === "code" ? SKIP : undefined;
    });
}

/** Returns a ref for a text, whose part that the address names is scrolled into view once the text is there. */
function useNamedPart(prefix: string) {
  const text = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "") return;
    const part = document.getElementById(idOfHash(hash, prefix));
    if (text.current?.contains(part)) part?.scrollIntoView();
  }, [hash, prefix]);
  return text;
}

type MarkdownTextProps = {
  children: string;
  /** Elements that are rendered in another way; a constant, or they are mounted anew. */
  components?: Components;
  className?: string;
  /** Beginning of the ids in the text; needed where a page has several texts. */
  idPrefix?: string;
};

/** Renders Markdown (CommonMark and GFM, no raw HTML). */
export function Markdown({
  children,
  components,
  className,
  idPrefix = mainTextPrefix,
}: MarkdownTextProps) {
  const styles = useTextStyles();
  const { t } = useTranslation();
  const text = useNamedPart(idPrefix);
  const rehypePlugins = useMemo(() => [...headingPlugins(idPrefix), joinedWords], [idPrefix]);
  return (
    <div ref={text} className={mergeClasses(styles.text, className)}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, remarkFigures]}
        rehypePlugins={rehypePlugins}
        remarkRehypeOptions={{
          clobberPrefix: idPrefix,
          footnoteLabel: t("footnotes"),
          footnoteBackLabel: (reference) => t("toReference", { number: reference + 1 }),
        }}
        urlTransform={safeAddress}
        components={{
          p: Paragraph,
          table: Table,
          pre: CodeBlock,
          h2: PartHeading,
          img: Picture,
          ...components,
        }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}
