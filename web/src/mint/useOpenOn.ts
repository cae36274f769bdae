import { useEffect, useState } from "react";

/** Open state of a disclosure that opens when `hasReason` becomes true and can be toggled at any time. */
export function useOpenOn(hasReason: boolean) {
  const [isOpen, setIsOpen] = useState(hasReason);
  useEffect(() => {
    if (hasReason) setIsOpen(true);
  }, [hasReason]);
  return [isOpen, setIsOpen] as const;
}
