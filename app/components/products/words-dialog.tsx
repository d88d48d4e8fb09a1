import { lazy, Suspense, type ComponentProps } from "react";
import type { Wanted, WordsModal } from "./words-modal.tsx";

/** Fetched when it is first wanted: most visits change nothing in bulk. */
const Modal = lazy(async () => ({ default: (await import("./words-modal.tsx")).WordsModal }));

/** `WordsModal`, when there is something wanted. */
export function WordsDialog({
  wanted,
  ...rest
}: Omit<ComponentProps<typeof WordsModal>, "wanted"> & { wanted: Wanted | undefined }) {
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Modal wanted={wanted} {...rest} />
    </Suspense>
  );
}
