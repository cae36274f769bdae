import { useEffect, useReducer, useRef } from "react";

/**
 * Returns the chain's time in seconds since 1970, once a second: the newest block's timestamp, and the time since that
 * block was first seen. The visitor's clock does not matter, and the time never goes back.
 */
export function useChainTime(blockTimestamp: bigint): number {
  const [, update] = useReducer((count: number) => count + 1, 0);
  const known = useRef({ seconds: Number(blockTimestamp), at: performance.now() });
  const now = performance.now();
  const passed = known.current.seconds + (now - known.current.at) / 1_000;
  // A block of this second may be younger than the time that has passed, for example after the computer slept.
  const seconds = Math.max(passed, Number(blockTimestamp));
  useEffect(() => {
    known.current = { seconds, at: now };
  });
  useEffect(() => {
    const timer = setInterval(update, 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
