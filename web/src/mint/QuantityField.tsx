import { type KeyboardEvent, useId } from "react";
import { parseQuantity } from "./quantity.ts";
import "./QuantityField.css";

interface QuantityFieldProps {
  /** As it was typed, right or wrong. */
  typed: string;
  /** The most that can be asked for. */
  most: number;
  disabled: boolean;
  /** ID of the element with the total, or why there is none. */
  describedBy: string;
  onChange: (typed: string) => void;
}

const stepOfKey = new Map([
  ["ArrowUp", 1],
  ["ArrowDown", -1],
]);

/** How many drifters: by buttons, arrow keys or typing. What was typed stays as it is. */
export function QuantityField({
  typed,
  most,
  disabled,
  describedBy,
  onChange,
}: QuantityFieldProps) {
  const id = useId();
  const qty = parseQuantity(typed, most);
  const step = (by: number) => onChange(String(Math.max(1, Math.min(most, nearest(typed) + by))));

  function onKeyDown(event: KeyboardEvent) {
    const by = stepOfKey.get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  }

  return (
    <div className="stepper">
      <label className="eyebrow" htmlFor={id}>
        How many
      </label>
      <div className="stepper__controls">
        <button
          type="button"
          className="button"
          aria-label="One less"
          disabled={disabled || nearest(typed) <= 1}
          onClick={() => step(-1)}
        >
          −
        </button>
        {/* A number input would change with the mouse's wheel, and hide what is no number. */}
        <input
          id={id}
          data-place="quantity"
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuemin={1}
          aria-valuemax={most}
          aria-valuenow={qty}
          aria-invalid={qty === undefined && !disabled}
          aria-describedby={describedBy}
          value={typed}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          className="button"
          aria-label="One more"
          disabled={disabled || nearest(typed) >= most}
          onClick={() => step(1)}
        >
          +
        </button>
      </div>
    </div>
  );
}

/** The number from which the buttons count; text that is no number counts as 0. */
function nearest(typed: string): number {
  const number = Number(typed);
  return typed.trim() !== "" && Number.isFinite(number) ? Math.trunc(number) : 0;
}
