import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { maxQueryLength } from "#protocol/parameters";

/** Pause after which a typed text is searched for. */
const pauseMilliseconds = 300;

interface SearchFieldProps {
  /** The text that is searched for now. */
  query: string;
  label: string;
  hint: ReactNode;
  /** Called after a pause in typing. `isTypingOn`: the same visit to the field has searched before. */
  onSearch: (query: string, isTypingOn: boolean) => void;
}

/** Search field of a GET form: the parameter `query`. */
export function SearchField({ query, label, hint, onSearch }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  const hasSearched = useRef(false);

  // The address changed by other means, such as the browser's back button.
  if (lastQuery !== query) {
    setLastQuery(query);
    if (typed.trim() !== query) setTyped(query);
  }

  const search = useEffectEvent((wanted: string) => {
    onSearch(wanted, hasSearched.current);
    hasSearched.current = true;
  });
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === query) return;
    const timer = setTimeout(() => search(wanted), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, query]);

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        dir="auto"
        name="query"
        maxLength={maxQueryLength}
        autoComplete="off"
        enterKeyHint="search"
        aria-describedby={`${id}-hint`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => {
          hasSearched.current = false;
        }}
      />
      <span id={`${id}-hint`} className="small">
        {hint}
      </span>
    </div>
  );
}
