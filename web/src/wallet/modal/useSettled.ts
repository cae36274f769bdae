import { useEffect, useState } from "react";

const pauseMilliseconds = 250;

/** What was typed, once the typing pauses, so that nobody is asked for every letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}
