import { type KeyboardEvent, useId } from "react";
import { Button } from "../components/Button.tsx";
import { parseQuantity } from "./quantity.ts";
import "./QuantityField.css";

interface QuantityFieldProps {
  /** As typed, valid or not. */
  typed: string;
  /** Maximum quantity. */
  most: number;
  disabled: boolean;
  /** ID of the element with the total or the fault. */
  describedBy: string;
  onChange: (typed: string) => void;
}

const stepOfKey = new Map([
  ["ArrowUp", 1],
  ["ArrowDown", -1],
]);

/** Quantity field with buttons, arrow keys and typing. The typed text is kept unchanged. */
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
        <Button
          aria-label="One less"
          disabled={disabled || nearest(typed) <= 1}
          onClick={() => step(-1)}
        >
          −
        </Button>
        {/* A number input would change on scroll and hide invalid input. */}
        <input
          id={id}
          data-focus-target="quantity"
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
        <Button
          aria-label="One more"
          disabled={disabled || nearest(typed) >= most}
          onClick={() => step(1)}
        >
          +
        </Button>
      </div>
    </div>
  );
}

/** The number that the buttons count from; invalid input counts as 0. */
function nearest(typed: string): number {
  const number = Number(typed);
  return typed.trim() !== "" && Number.isFinite(number) ? Math.trunc(number) : 0;
}
