import { useEffect, useState } from "react";

const pauseMilliseconds = 250;

/** Debounces a search text, so that not every keystroke sends a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}
