/** A listener as React adds them. */
type Listener = (event: SmallEvent) => void;

/** What happens to an element: it goes down to it and up again, as in a browser. */
export interface SmallEvent {
  type: string;
  target: SmallElement;
  currentTarget: SmallNode | undefined;
  bubbles: boolean;
  defaultPrevented: boolean;
  timeStamp: number;
  [property: string]: unknown;
}

const html = "http://www.w3.org/1999/xhtml";

/** A node of a document that is just large enough for React and the components of the page. It has no layout. */
class SmallNode {
  readonly nodeType: number;
  readonly nodeName: string;
  ownerDocument: SmallDocument;
  parentNode: SmallNode | null = null;
  readonly childNodes: SmallNode[] = [];
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(nodeType: number, nodeName: string, ownerDocument: SmallDocument) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.ownerDocument = ownerDocument;
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null;
  }

  get nextSibling(): SmallNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    return this.childNodes.map(({ textContent }) => textContent).join("");
  }

  set textContent(text: string) {
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes.length = 0;
    if (text !== "") this.appendChild(this.ownerDocument.createTextNode(text));
  }

  appendChild(child: SmallNode): SmallNode {
    return this.insertBefore(child, null);
  }

  insertBefore(child: SmallNode, before: SmallNode | null): SmallNode {
    child.parentNode?.removeChild(child);
    const index = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(index, 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild(child: SmallNode): SmallNode {
    const { activeElement } = this.ownerDocument;
    // A browser gives the focus of what goes to the body.
    if (child.contains(activeElement)) this.ownerDocument.activeElement = this.ownerDocument.body;
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }

  contains(other: SmallNode | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode));
  }

  addEventListener(type: string, listener: Listener, options?: boolean | { capture?: boolean }) {
    const isCapture = typeof options === "object" ? options.capture === true : options === true;
    const key = isCapture ? `${type} down` : type;
    this.#listeners.set(key, (this.#listeners.get(key) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    for (const key of [type, `${type} down`]) this.#listeners.get(key)?.delete(listener);
  }

  /** @returns the event, with what its listeners have made of it. */
  hear(event: SmallEvent, phase: "" | " down"): void {
    event.currentTarget = this;
    for (const listener of this.#listeners.get(event.type + phase) ?? []) listener(event);
  }
}

class SmallText extends SmallNode {
  nodeValue: string;

  constructor(text: string, document: SmallDocument) {
    super(3, "#text", document);
    this.nodeValue = text;
  }

  override get textContent(): string {
    return this.nodeValue;
  }

  override set textContent(text: string) {
    this.nodeValue = text;
  }
}

export class SmallElement extends SmallNode {
  readonly tagName: string;
  readonly namespaceURI = html;
  readonly attributes = new Map<string, string>();
  readonly style = { setProperty() {}, removeProperty() {} };
  value = "";
  checked = false;
  /** Where a test has it in the window. */
  rectangle = { top: 0, height: 0 };
  /** How often it was scrolled into view. */
  scrolls = 0;
  /** How often its text was selected. */
  selections = 0;

  constructor(name: string, document: SmallDocument) {
    super(1, name.toUpperCase(), document);
    this.tagName = this.nodeName;
  }

  /** The elements below it, in the order of the document. */
  get descendants(): SmallElement[] {
    return this.childNodes.flatMap((node) =>
      node instanceof SmallElement ? [node, ...node.descendants] : [],
    );
  }

  get childElementCount(): number {
    return this.childNodes.filter((node) => node instanceof SmallElement).length;
  }

  get options(): SmallElement[] {
    return this.descendants.filter(({ tagName }) => tagName === "OPTION");
  }

  get type(): string {
    return this.attributes.get("type") ?? "text";
  }

  set type(type: string) {
    this.setAttribute("type", type);
  }

  /** A text area begins with its text. */
  set defaultValue(text: string) {
    if (this.tagName === "TEXTAREA") this.textContent = text;
  }

  get open(): boolean {
    return this.attributes.has("open");
  }

  get disabled(): boolean {
    return this.attributes.has("disabled");
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name.toLowerCase()) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name.toLowerCase());
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name.toLowerCase(), String(value));
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name.toLowerCase());
  }

  /** Knows `:disabled` and `[attribute="value"]`, which is what the page asks for. */
  matches(selector: string): boolean {
    if (selector === ":disabled") return this.disabled;
    const [, name = "", value] = /^\[(.+)="(.+)"\]$/.exec(selector) ?? [];
    return this.attributes.get(name) === value;
  }

  focus(): void {
    const isFocusable = /^(A|BUTTON|INPUT|TEXTAREA|SELECT)$/.test(this.tagName);
    if ((isFocusable || this.hasAttribute("tabindex")) && !this.disabled) {
      this.ownerDocument.activeElement = this;
    }
  }

  blur(): void {
    this.ownerDocument.activeElement = this.ownerDocument.body;
  }

  select(): void {
    this.selections += 1;
  }

  setSelectionRange(): void {}

  getBoundingClientRect() {
    return this.rectangle;
  }

  scrollIntoView(): void {
    this.scrolls += 1;
  }

  /** Tells whoever listens on the way to it. */
  fire(type: string, properties: object = {}): SmallEvent {
    const event: SmallEvent = {
      type,
      target: this,
      currentTarget: undefined,
      bubbles: true,
      defaultPrevented: false,
      timeStamp: 0,
      preventDefault() {
        event.defaultPrevented = true;
      },
      stopPropagation() {},
      ...properties,
    };
    const path: SmallNode[] = [];
    for (let node: SmallNode | null = this; node; node = node.parentNode) path.push(node);
    for (const node of path.toReversed()) node.hear(event, " down");
    for (const node of path) node.hear(event, "");
    return event;
  }
}

/** The document of one test. */
export class SmallDocument extends SmallNode {
  readonly body: SmallElement;
  readonly documentElement: SmallElement;
  activeElement: SmallElement;
  title = "";
  defaultView: unknown;
  /** React looks for it before it listens to `input`. */
  readonly oninput = null;

  constructor() {
    // Safety: a document owns itself; it is set in the next statement.
    super(9, "#document", undefined as unknown as SmallDocument);
    this.ownerDocument = this;
    this.documentElement = this.createElement("html");
    this.body = this.createElement("body");
    this.activeElement = this.body;
    this.documentElement.appendChild(this.body);
    this.appendChild(this.documentElement);
  }

  createElement(name: string): SmallElement {
    return new SmallElement(name, this);
  }

  createElementNS(_: string, name: string): SmallElement {
    return this.createElement(name);
  }

  createTextNode(text: string): SmallText {
    return new SmallText(text, this);
  }

  getElementById(id: string): SmallElement | null {
    return this.documentElement.descendants.find((each) => each.getAttribute("id") === id) ?? null;
  }

  querySelector(selector: string): SmallElement | null {
    return this.documentElement.descendants.find((each) => each.matches(selector)) ?? null;
  }
}
