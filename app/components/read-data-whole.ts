/**
 * Has the body of each answer to Remix's data requests read whole before Remix gets it. A navigation that calls a request
 * off ends the request then, which is silent. Remix (2.17.5) logs an error when it's the decoding of the body that ends,
 * and a true failure hides among such errors. Answers are a few KB, and nothing in them is sent later.
 */
export function readDataWhole(): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    const [path = ""] = response.url.split("?");
    if (!path.endsWith(".data") || !response.body) return response;
    return new Response(await response.arrayBuffer(), response);
  };
}
