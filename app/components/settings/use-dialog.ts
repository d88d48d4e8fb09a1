import { useEffect, useId, useRef, useState } from "react";

/**
 * Whether a dialog stands open. Who closes it is brought back to the button it was opened with, which carries
 * `openerId`.
 */
export function useDialog() {
  const openerId = useId();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(openerId)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, openerId]);
  return { isOpen, openerId, open: () => setOpen(true), close: () => setOpen(false) };
}
