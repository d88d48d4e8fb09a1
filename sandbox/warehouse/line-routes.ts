import { Router } from "express";
import { ApiError } from "./api-error.ts";
import { lineChanges, newLine, readBody } from "./bodies.ts";
import { addLine, findInbound, findLine, findNewInbound, requireKnownSku, touch } from "./inbounds.ts";
import { pageOf, readPage } from "./list-query.ts";
import type { Warehouse } from "./warehouse.ts";

export function lineRoutes(warehouse: Warehouse): Router {
  const router = Router({ caseSensitive: true });

  router.get("/inbounds/:ref/lines", (req, res) => {
    res.json(pageOf(findInbound(warehouse, req.params.ref).lines, readPage(req)));
  });

  router.post("/inbounds/:ref/lines", (req, res) => {
    const inbound = findNewInbound(warehouse, req.params.ref);
    const line = addLine(warehouse, { inbound, line: readBody(req, newLine) });
    touch(warehouse, inbound);
    res.status(201).json(line);
  });

  router.get("/inbounds/:ref/lines/:lineRef", (req, res) => {
    res.json(findLine(findInbound(warehouse, req.params.ref), req.params.lineRef));
  });

  router.put("/inbounds/:ref/lines/:lineRef", (req, res) => {
    const inbound = findNewInbound(warehouse, req.params.ref);
    const line = findLine(inbound, req.params.lineRef);
    const { ref, ...changes } = readBody(req, lineChanges);
    if (ref !== undefined && ref !== line.ref)
      throw new ApiError("not-changeable", {
        message: "A line keeps its ref. Delete the line and create another instead.",
        field: "ref",
      });
    if (changes.sku !== undefined) requireKnownSku(warehouse, { sku: changes.sku, field: "sku" });
    Object.assign(line, changes);
    touch(warehouse, inbound);
    res.json(line);
  });

  router.delete("/inbounds/:ref/lines/:lineRef", (req, res) => {
    const inbound = findNewInbound(warehouse, req.params.ref);
    const line = findLine(inbound, req.params.lineRef);
    inbound.lines = inbound.lines.filter((other) => other !== line);
    touch(warehouse, inbound);
    res.status(204).end();
  });

  return router;
}
