/** Calls a sandbox's control API: GET, or POST when there is a body, or as `method` says. */
export async function control<Answer = unknown>(
  sandboxUrl: string,
  { path, body, method }: { path: string; body?: unknown; method?: string },
): Promise<Answer> {
  const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}
