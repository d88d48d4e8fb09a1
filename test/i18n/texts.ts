import { AREAS, LANGUAGES, loadArea, type Area } from "../../app/i18n/languages.ts";

type Node = string | { [key: string]: Node };

const PLURAL = /_(zero|one|two|few|many|other)$/;

export interface Text {
  area: Area;
  key: string;
  text: string;
}

/** Every text of every language. */
export async function readTexts(): Promise<Map<string, Map<string, Text>>> {
  const languages = LANGUAGES.map(async (language) => {
    const areas = AREAS.map(async (area) =>
      leaves((await loadArea(language, area)) as Node).map(([key, text]) => ({ area, key, text })),
    );
    const texts = (await Promise.all(areas)).flat();
    return [language, new Map(texts.map((text) => [text.key, text]))] as const;
  });
  return new Map(await Promise.all(languages));
}

function leaves(node: Node, path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  return Object.entries(node).flatMap(([key, value]) => leaves(value, path ? `${path}.${key}` : key));
}

/** A key without its plural form, and what that form is. */
export function splitPlural(key: string): { base: string; form: string | undefined } {
  return { base: key.replace(PLURAL, ""), form: PLURAL.exec(key)?.[1] };
}

/** A key as a program asks for it: of a list's names for its rows it asks for both at once. */
export function askedAs(key: string): string {
  return splitPlural(key).base.replace(/\.(singular|plural)$/, "");
}
