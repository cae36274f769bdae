import { type ComponentProps, type ReactNode, useId } from "react";

interface FieldProps {
  label: ReactNode;
  /** Further lines below the control. */
  note?: ReactNode;
  /** Whether the value differs from the current setting. */
  isChanged?: boolean;
  onText: (text: string) => void;
}

interface TextFieldProps extends FieldProps, ComponentProps<"input"> {
  /** Error message. A field that can be invalid always passes it, so that screen readers announce changes. */
  fault?: string | undefined;
}

/** Renders a labeled input without autocompletion and spell checking. */
export function TextField(props: TextFieldProps) {
  const { label, fault, note, isChanged, onText, ...input } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        data-changed={isChanged}
        onChange={({ target }) => onText(target.value)}
        {...input}
      />
      {/* Rendered before its text, so that screen readers announce it. */}
      {"fault" in props && (
        <p id={`${id}-fault`} className="field__fault" role="status">
          {fault}
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
