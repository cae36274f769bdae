/** Map the elements that a translation inserted to React's text nodes, and vice versa. */
const originals = new WeakMap<Node, Text>();
const translations = new WeakMap<Node, Node>();

/**
 * Keeps a translated page up to date. Browser translation replaces text nodes with `<font>` elements unknown to React:
 * React would update a node that is no longer shown, and fail to remove it. This function restores an element's
 * original text nodes before React changes one of them; the browser then translates the result.
 *
 * @see https://github.com/facebook/react/issues/11538
 */
export function followTranslation(): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "characterData") restoreSiblings(translations.get(record.target));
      else for (const node of record.removedNodes) note(node, record);
    }
  });

  function note(node: Node, record: MutationRecord): void {
    if (!(node instanceof Text)) return;
    const translation = findTranslation(record);
    if (!translation) return;
    originals.set(translation, node);
    translations.set(node, translation);
    // React may change the text node while the node is detached.
    observer.observe(node, { characterData: true });
  }

  observer.observe(document.body, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) restoreDescendants(this);
    // Safety: the method returns its argument.
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    if (before && before.parentNode !== this) restoreDescendants(this);
    const isBeside = before?.parentNode === this;
    // Safety: the method returns its argument.
    return insertBefore.call(this, child, isBeside ? before : null) as Child;
  };
}

/** Returns the element that replaced a removed node, whether it was added before or after the removal. */
function findTranslation(record: MutationRecord): Node | undefined {
  const { target, addedNodes, previousSibling, nextSibling } = record;
  const now = previousSibling ? previousSibling.nextSibling : target.firstChild;
  return [...addedNodes, previousSibling, nextSibling, now].find(
    (node): node is Node => node?.nodeName === "FONT" && !originals.has(node),
  );
}

function restoreSiblings(translation: Node | undefined): void {
  if (translation?.parentNode) restoreDescendants(translation.parentNode);
}

/** Restores all of an element's text nodes, because one node's translation may contain another's. */
function restoreDescendants(parent: Node): void {
  for (const child of [...parent.childNodes]) {
    const original = originals.get(child);
    if (original) parent.replaceChild(original, child);
  }
}
