import { useEffect, useState } from "react";
import { encodeCall } from "#protocol/collectionCalls";
import type { SaleCall } from "#protocol/sale/saleCalls";

const pauseMilliseconds = 250;

interface SettledCalls {
  calls: readonly SaleCall[];
  /** Whether they match the current input. */
  isSettled: boolean;
}

/** Debounces the draft's calls, so that not every keystroke sends a request. */
export function useSettledCalls(calls: readonly SaleCall[]): SettledCalls {
  const [settled, setSettled] = useState(calls);
  const isSame = keyOf(settled) === keyOf(calls);
  useEffect(() => {
    if (isSame) return;
    const pause = setTimeout(() => setSettled(calls), pauseMilliseconds);
    return () => clearTimeout(pause);
  });
  return { calls: settled, isSettled: isSame };
}

function keyOf(calls: readonly SaleCall[]): string {
  return calls.map(encodeCall).join();
}
