import { Router, type Request } from "express";
import { ApiError } from "./api-error.ts";
import { inboundChanges, newInbound, readBody } from "./bodies.ts";
import { addLine, emptyInbound, findInbound, findNewInbound, showInbound, touch } from "./inbounds.ts";
import { printLabel } from "./label.ts";
import { requireReadyLabel, scheduleLabel } from "./label-time.ts";
import { pageOf, readChangeInterval, readFilter, readInclude, readPage } from "./list-query.ts";
import type { Warehouse } from "./warehouse.ts";

export function inboundRoutes(warehouse: Warehouse): Router {
  const { inbounds } = warehouse.state;
  const router = Router({ caseSensitive: true });
  const include = (req: Request) => readInclude(req, warehouse.behaviours);

  router.get("/inbounds", (req, res) => {
    const included = include(req);
    const minutes = readChangeInterval(req);
    const since = minutes === undefined ? -Infinity : warehouse.now() - minutes * 60_000;
    const matches = [...inbounds.values()]
      .filter(readFilter(req, ["ref", "type", "status"]))
      .filter((inbound) => inbound.changedAt >= since);
    res.json(pageOf(matches, readPage(req)).map((inbound) => showInbound(inbound, included)));
  });

  router.post("/inbounds", (req, res) => {
    const included = include(req);
    const announced = readBody(req, newInbound);
    if (inbounds.has(announced.ref))
      throw new ApiError("duplicate-inbound-ref", {
        message: `An inbound with ref ${announced.ref} exists already. Retrieve it, or choose another ref.`,
        field: "ref",
      });
    const inbound = emptyInbound(warehouse, announced);
    announced.lines.forEach((line, index) => addLine(warehouse, { inbound, line, at: `lines[${index}].` }));
    inbounds.set(inbound.ref, inbound);
    warehouse.changed();
    const { labelDelayMs } = warehouse.behaviours;
    if (inbound.type === "return" && labelDelayMs !== 0)
      scheduleLabel(warehouse, { inbound, readyInMs: labelDelayMs });
    res.status(201).json(showInbound(inbound, included));
  });

  router.get("/inbounds/:ref", (req, res) => {
    res.json(showInbound(findInbound(warehouse, req.params.ref), include(req)));
  });

  router.put("/inbounds/:ref", (req, res) => {
    const included = include(req);
    const inbound = findNewInbound(warehouse, req.params.ref);
    Object.assign(inbound, readBody(req, inboundChanges));
    touch(warehouse, inbound);
    res.json(showInbound(inbound, included));
  });

  router.delete("/inbounds/:ref", (req, res) => {
    inbounds.delete(findNewInbound(warehouse, req.params.ref).ref);
    warehouse.changed();
    res.status(204).end();
  });

  router.get("/inbounds/:ref/label", (req, res, next) => {
    const inbound = findInbound(warehouse, req.params.ref);
    requireReadyLabel(warehouse, inbound);
    printLabel(inbound)
      .then((pdf) => {
        const base64 = pdf.toString("base64");
        if (warehouse.behaviours.jsonLabels) res.json(base64);
        else res.type("text/plain").send(base64);
      })
      .catch(next);
  });

  return router;
}
