import { useEffect, useState } from "react";
import { encodeCall } from "#protocol/collectionCalls";
import type { SaleCall } from "#protocol/sale/saleCalls";

const pauseMilliseconds = 250;

interface SettledCalls {
  calls: readonly SaleCall[];
  /** Whether they are those of what is typed now. */
  isSettled: boolean;
}

/** The calls of what was typed, once the typing pauses, so that no node is asked for every digit. */
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
