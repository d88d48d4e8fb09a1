/**
 * Asks our own app. Shopify resolves the path against the app's address and adds a session token.
 * @throws Error when the app cannot be reached or does not answer as it should
 */
export async function ask<Answer>(
  path: string,
  { method = "GET" }: { method?: string } = {},
): Promise<Answer> {
  const response = await fetch(path, { method });
  if (!response.ok) throw new Error(`The app answered ${response.status}.`);
  return (await response.json()) as Answer;
}

/** The id of what the page shows; undefined where Shopify names nothing. */
export const selectedId = (): string | undefined => shopify.data.selected[0]?.id;
