import { useEffect, useState } from "react";

/** Whether something is open: it opens by itself when there is reason to, and people open and close it any time. */
export function useOpenOn(hasReason: boolean) {
  const [isOpen, setIsOpen] = useState(hasReason);
  useEffect(() => {
    if (hasReason) setIsOpen(true);
  }, [hasReason]);
  return [isOpen, setIsOpen] as const;
}
