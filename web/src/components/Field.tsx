import { type ComponentProps, type ReactNode, useId } from "react";

interface FieldProps {
  label: ReactNode;
  /** Content below the control. */
  note?: ReactNode;
  /** Whether the value differs from the current setting. */
  isChanged?: boolean;
  onText: (text: string) => void;
}

interface TextFieldProps extends FieldProps, ComponentProps<"input"> {
  /** Error message. Pass `undefined` while the field is valid, so that screen readers announce changes. */
  error?: string | undefined;
}

/** Renders a labeled input without autocompletion and spell checking. */
export function TextField(props: TextFieldProps) {
  const { label, error, note, isChanged, onText, ...input } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-fault`}
        data-changed={isChanged}
        onChange={({ target }) => onText(target.value)}
        {...input}
      />
      {/* Rendered before its text, so that screen readers announce it. */}
      {"error" in props && (
        <p id={`${id}-fault`} className="field__fault" role="status">
          {error}
        </p>
      )}
      {note}
    </div>
  );
}

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<"select">, "onChange"> {
  options: readonly (string | readonly [value: string, label: string])[];
}

/** Renders a labeled select. */
export function SelectField(props: SelectFieldProps) {
  const { label, note, isChanged, onText, options, ...select } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        data-changed={isChanged}
        onChange={({ target }) => onText(target.value)}
        {...select}
      >
        {options.map((option) => {
          const [value, text] = typeof option === "string" ? [option, option] : option;
          return (
            <option key={value} value={value}>
              {text}
            </option>
          );
        })}
      </select>
      {note}
    </div>
  );
}
