/** A browser engine that runs the journeys. */
export interface Engine {
  name: string;
  /** Starts the browser, or returns why this machine cannot. */
  launch(): Promise<EnginePage | { missing: string }>;
}

/** The only page of a running browser, with the methods that journeys need. */
export interface EnginePage {
  open(url: string): Promise<void>;
  go(where: "back" | "forward" | "reload"): Promise<void>;
  /** Runs a function without closure in the page. Arguments and result are JSON; promises are awaited. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks a position of the viewport, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Presses a key while modifiers are held. */
  press(key: Key, ...modifiers: Modifier[]): Promise<void>;
  close(): Promise<void>;
}

export type Key =
  | "Enter"
  | "Escape"
  | "Backspace"
  | "Tab"
  | "End"
  | "ArrowLeft"
  | "ArrowRight"
  | "b";
export type Modifier = "Shift" | "Control";

/** Values of keys without a character. @see https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyValues: Partial<Record<Key | Modifier, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Backspace: "\uE003",
  Tab: "\uE004",
  End: "\uE010",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  Shift: "\uE008",
  Control: "\uE009",
};

/** Returns the actions of a click, as WebDriver and WebDriver BiDi take them. */
export function clickActions(x: number, y: number) {
  const move = { type: "pointerMove", x: Math.round(x), y: Math.round(y), origin: "viewport" };
  const press = [
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  return [{ type: "pointer", id: "mouse", actions: [move, ...press] }];
}

/** Returns the actions of typing. */
export function typeActions(text: string) {
  const values = [...text.replaceAll("\n", valueOfKey("Enter"))];
  return keyActions(values.flatMap((value) => [down(value), up(value)]));
}

/** Returns the actions of a key with modifiers. */
export function pressActions(key: Key, modifiers: readonly Modifier[]) {
  const held = modifiers.map(valueOfKey);
  const value = valueOfKey(key);
  return keyActions([...held.map(down), down(value), up(value), ...held.toReversed().map(up)]);
}

const valueOfKey = (key: Key | Modifier) => keyValues[key] ?? key;
const down = (value: string) => ({ type: "keyDown", value });
const up = (value: string) => ({ type: "keyUp", value });
const keyActions = (actions: object[]) => [{ type: "key", id: "keyboard", actions }];
