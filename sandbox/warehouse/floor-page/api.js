/** Calls the control API next to this page. Throws an Error with the warehouse's own words when it refuses. */
export async function call(path, body) {
  const request =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, request);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
