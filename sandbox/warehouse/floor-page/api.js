/**
 * Calls the control API next to this page: GET, or POST when there is a body. Throws an Error with the warehouse's own
 * words when it refuses.
 */
export async function call(path, body, method = body === undefined ? "GET" : "POST") {
  const sent = body !== undefined && {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, { method, ...sent });
  const text = await response.text();
  const answer = text && JSON.parse(text);
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

export const remove = (path) => call(path, undefined, "DELETE");
