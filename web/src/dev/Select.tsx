import { useId, useSyncExternalStore } from "react";
import type { Choice } from "./choice.ts";

interface SelectProps<Value extends string> {
  title: string;
  options: readonly (readonly [value: Value, label: string])[];
  choice: Choice<Value>;
  /** Shown below unless the first option is chosen. */
  hint: string;
  onChange?: () => void;
}

/** A labelled select of the panel. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { title, options, choice, hint, onChange } = props;
  const hintId = useId();
  const value = useSyncExternalStore(choice.subscribe, choice.read);
  const isChanged = value !== options[0]?.[0];
  return (
    <div className="field dev-select">
      <label>
        <span>{title}</span>
        <select
          value={value}
          data-changed={isChanged}
          aria-describedby={hintId}
          onChange={(event) => {
            // Safety: the select offers only these values.
            choice.choose(event.target.value as Value);
            onChange?.();
          }}
        >
          {options.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p id={hintId} hidden={!isChanged}>
        Shows: {hint}
      </p>
    </div>
  );
}
