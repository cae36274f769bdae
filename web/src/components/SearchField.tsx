import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { maxQueryLength } from "#protocol/wire/parameters";

/** Navigation state of a form that shows the results for its own fields. */
export const formNavigation = { isFromForm: true };

/** Delay between the last keystroke and the search. */
const debounceMilliseconds = 300;

interface SearchFieldProps {
  /** The current search text. */
  query: string;
  label: string;
  hint: ReactNode;
  /** Called after a pause in typing. `continuesSearch`: the field has already searched since it was focused. */
  onSearch: (query: string, continuesSearch: boolean) => void;
}

/** Renders a GET form's search field, for the parameter `query`. */
export function SearchField({ query, label, hint, onSearch }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  const [isComposing, setIsComposing] = useState(false);
  const hasSearched = useRef(false);
  const isFromForm = useLocation().state?.isFromForm === true;
  const isOwn = useNavigationType() !== "POP" && isFromForm;

  // The form's own navigation may render after further typing. Only a link or the browser's history replaces the text.
  if (lastQuery !== query) {
    setLastQuery(query);
    if (!isOwn && typed.trim() !== query) setTyped(query);
  }

  const search = useEffectEvent((trimmed: string) => {
    onSearch(trimmed, hasSearched.current);
    hasSearched.current = true;
  });
  useEffect(() => {
    const trimmed = typed.trim();
    if (isComposing || trimmed === query) return;
    const timer = setTimeout(() => search(trimmed), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, query, isComposing]);

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
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
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
