import { useId } from "react";
import "./QuantityStepper.css";

interface QuantityStepperProps {
  value: number;
  /** The most that can be asked for. */
  most: number;
  disabled: boolean;
  onChange: (value: number) => void;
}

/** How many drifters: by buttons, arrow keys or typing. */
export function QuantityStepper({ value, most, disabled, onChange }: QuantityStepperProps) {
  const id = useId();
  const change = (wanted: number) => onChange(Math.max(1, Math.min(most, Math.trunc(wanted))));
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
          disabled={disabled || value <= 1}
          onClick={() => change(value - 1)}
        >
          −
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={value}
          disabled={disabled}
          onChange={(event) => change(event.target.valueAsNumber || 1)}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          className="button"
          aria-label="One more"
          disabled={disabled || value >= most}
          onClick={() => change(value + 1)}
        >
          +
        </button>
      </div>
    </div>
  );
}
