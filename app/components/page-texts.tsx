import { useMatches } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lacking, loadAreas, textsOf, type Loaded } from "../i18n/i18n.ts";
import type { Area } from "../i18n/languages.ts";

/** What a page's route says of it: which texts it shows, besides those every page does. A test holds it to the truth. */
export interface PageHandle {
  texts: Area[];
}

/** The texts that what is on the screen needs. */
function usePageAreas(): Area[] {
  const shown = useMatches().flatMap(({ handle }) => (handle as PageHandle | undefined)?.texts ?? []);
  return [...new Set<Area>(["common", ...shown])];
}

/** Where the first page's texts stand in its document. */
const SHIPPED = "texts";

/** The first page's texts, in its document: nothing has to be fetched before it can be used. */
export function ShippedTexts() {
  const { i18n } = useTranslation();
  const areas = usePageAreas();
  const [texts] = useState(() => JSON.stringify(textsOf(i18n, [...areas, "polaris"])));
  return (
    <script
      id={SHIPPED}
      type="application/json"
      // Nothing in it may end the script.
      dangerouslySetInnerHTML={{ __html: texts.replaceAll("<", "\\u003c") }}
    />
  );
}

/** What `ShippedTexts` left in the document. */
export function readShippedTexts(): Loaded {
  return JSON.parse(document.getElementById(SHIPPED)!.textContent) as Loaded;
}

/** Holds a page back until its texts are there: for the first page they are, for others they come with it. */
export function WithPageTexts({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const areas = usePageAreas();
  // React shows the page before until what is thrown has come. No boundary of ours (`Suspense`) stands in between: one
  // that is told something while it is still waking up would be drawn all over again.
  if (lacking(i18n, areas).length > 0) throw loadAreas(i18n, areas).catch(() => location.reload());
  return children;
}
