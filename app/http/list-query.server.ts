import { z } from "zod";
import { isStorable } from "../domain/address-values.ts";

const common = {
  search: z.string().max(200).refine(isStorable).optional().catch(undefined),
  /** Cursors (`keyset-page.ts`). */
  after: z.string().optional(),
  before: z.string().optional(),
};

/**
 * What an address asks a list for: which tab, what to look for, which page. Anything else in it is ignored rather than
 * refused: it may be an old bookmark.
 *
 * @param tabs How the address names the tab, and the tabs there are.
 */
export function readListQuery<Name extends string, Tab extends string>(
  request: Request,
  tabs: Record<Name, readonly [Tab, ...Tab[]]>,
) {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const narrowed = Object.entries<readonly [Tab, ...Tab[]]>(tabs).map(
    ([name, known]) => [name, known.find((tab) => tab === asked[name])] as const,
  );
  return {
    ...z.object(common).parse(asked),
    ...(Object.fromEntries(narrowed) as Record<Name, Tab | undefined>),
  };
}
