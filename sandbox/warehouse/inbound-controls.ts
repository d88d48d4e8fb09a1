import { Router } from "express";
import { readBody } from "./bodies.ts";
import { floorMove, inboundDeletion, inboundEnd, labelTime } from "./control-bodies.ts";
import { isOpen } from "./inbound-status.ts";
import { findInbound, showInbound } from "./inbounds.ts";
import { printLabel } from "./label.ts";
import { scheduleLabel } from "./label-time.ts";
import { readFlag, readMost } from "./list-query.ts";
import { deleteInbound, endInbound, moveInbound } from "./move-inbound.ts";
import type { Inbound } from "./state.ts";
import { iso, type Warehouse } from "./warehouse.ts";

/** What the people on the floor do with inbounds. */
export function inboundControls(warehouse: Warehouse): Router {
  const { inbounds } = warehouse.state;
  const router = Router({ caseSensitive: true });
  const show = (inbound: Inbound) => ({
    ...showInbound(inbound, { lines: true, receipts: true }),
    labelReadyAt: iso(inbound.labelReadyAt),
  });

  router.get("/inbounds", (req, res) => {
    const openOnly = readFlag(req, "open");
    const matches = [...inbounds.values()].filter((inbound) => !openOnly || isOpen(inbound));
    res.json(matches.reverse().slice(0, readMost(req)).map(show));
  });

  router.post("/inbounds/:ref/status", (req, res) => {
    res.json(show(moveInbound(warehouse, { ref: req.params.ref, ...readBody(req, floorMove) })));
  });

  router.post("/inbounds/:ref/end", (req, res) => {
    res.json(show(endInbound(warehouse, { ref: req.params.ref, ...readBody(req, inboundEnd) })));
  });

  router.post("/inbounds/:ref/delete", (req, res) => {
    deleteInbound(warehouse, { ref: req.params.ref, ...readBody(req, inboundDeletion) });
    res.status(204).end();
  });

  router.post("/inbounds/:ref/label", (req, res) => {
    const inbound = findInbound(warehouse, req.params.ref);
    scheduleLabel(warehouse, { inbound, ...readBody(req, labelTime) });
    res.json(show(inbound));
  });

  router.get("/inbounds/:ref/label.pdf", (req, res, next) => {
    printLabel(findInbound(warehouse, req.params.ref)).then(
      (pdf) => res.type("application/pdf").send(pdf),
      next,
    );
  });

  return router;
}
