/**
 * Keeps React working when other programs change the page that it rendered: translation tools replace text nodes by
 * `font` elements, or move them into some. React would throw when it removes such a node, or inserts
 * another before it, and the page would be lost (docs/decisions/0044-translated-pages.md).
 */

/** The nodes that replaced text nodes in the page, by the text nodes, which React still references. */
const replacements = new WeakMap<Node, ChildNode>();

/** Returns the ancestor of a node, or the node itself, that is a child of `parent`. */
function childWith(parent: Node, node: Node): ChildNode | null {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at as ChildNode | null; // it has a parent
}

/** Returns the node under `parent` that is, contains or replaced a child known to React; null if there is none. */
function standIn(parent: Node, child: Node): ChildNode | null {
  const replacement = replacements.get(child);
  return childWith(parent, child) ?? (replacement ? childWith(parent, replacement) : null);
}

/** Puts a text node that React has changed back into the page, instead of its outdated translation. */
const texts = new MutationObserver((records) => {
  for (const { target } of records) {
    const replacement = replacements.get(target);
    if (!target.parentNode && replacement?.parentNode) replacement.replaceWith(target);
  }
});

const isElement = (node: Node | null): node is Element => node instanceof Element;

/** Records which element replaced a text node: in one step, or inserted beside it before the text was removed. */
function recordReplacement({
  addedNodes,
  removedNodes,
  previousSibling,
  nextSibling,
}: MutationRecord) {
  const added = [...addedNodes].find(isElement);
  const beside = [previousSibling, nextSibling].find(
    (node) => isElement(node) && node.localName === "font",
  );
  const replacement = added ?? beside;
  if (!isElement(replacement ?? null)) return;
  for (const node of removedNodes) {
    if (!(node instanceof Text) || node.parentNode) continue;
    replacements.set(node, replacement as Element);
    texts.observe(node, { characterData: true });
  }
}

/** Patches `removeChild` and `insertBefore`, and starts recording replaced texts. Call before React renders. */
export function surviveForeignChanges(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with their node below
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const shown = standIn(this, child);
    if (!shown) return child;
    // A wrapper may contain other texts too, so only this one is removed.
    if (shown.contains(child) && shown !== (child as Node)) child.parentNode?.removeChild(child);
    else removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const isChild = before === null || before.parentNode === this;
    return insertBefore.call(this, node, isChild ? before : standIn(this, before)) as T;
  };
  new MutationObserver((records) => records.forEach(recordReplacement)).observe(document, {
    childList: true,
    subtree: true,
  });
}
