import { createElement } from "react";
import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import handleRequest from "../../app/entry.server.tsx";
import { serveBuild } from "../support/serve-routes.ts";
import { createWorld } from "../support/world.ts";

/** Requests in memory, after everything that nobody needs has been cleared up. */
const kept = () => queryObjects(Request, { format: "count" });

test("a page that was sent is kept no longer, nor the body of the request for it", async () => {
  const { services } = await createWorld({});
  const url = await serveBuild(services, {
    entry: { module: { default: handleRequest } },
    routes: {
      root: { id: "root", path: "", module: { default: () => createElement("html", null, "a page") } },
    },
  });
  const before = kept();
  for (let asked = 0; asked < PAGES; asked++) {
    const answer = await fetch(`${url}/`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("a page");
  }
  // Long before the ten seconds are over after which a page that is not whole is cut off.
  expect(kept() - before).toBeLessThan(PAGES / 2);
});

const PAGES = 40;
