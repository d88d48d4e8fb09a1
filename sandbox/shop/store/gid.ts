/** A Shopify global id taken apart. Some carry a query string, so a trailing number is not always the end of it. */
export interface Gid {
  type: string;
  id: number;
  query: URLSearchParams;
}

export const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;

export function parseGid(text: string): Gid | undefined {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)(?:\?(.*))?$/.exec(text);
  if (!match?.[1]) return undefined;
  return { type: match[1], id: Number(match[2]), query: new URLSearchParams(match[3]) };
}

/** The number in a plain number or in a global id of `type`: what the control API accepts as an id. */
export function looseId(type: string, text: string | number): number | undefined {
  if (/^\d+$/.test(String(text))) return Number(text);
  const parsed = parseGid(String(text));
  return parsed?.type === type ? parsed.id : undefined;
}
