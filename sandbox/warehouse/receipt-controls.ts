import { Router } from "express";
import { readBody } from "./bodies.ts";
import { arrival, oddLine, receiptCorrection } from "./control-bodies.ts";
import { correctReceipt } from "./correct-receipt.ts";
import { showInbound, touch } from "./inbounds.ts";
import { readMost } from "./list-query.ts";
import { findReceipt, findReceiptLine, listReceipts, showReceipt } from "./receipts.ts";
import { receiveUnits } from "./receive-units.ts";
import type { Warehouse } from "./warehouse.ts";

/** What the people on the floor do with what arrives. */
export function receiptControls(warehouse: Warehouse): Router {
  const router = Router({ caseSensitive: true });

  router.post("/receive", (req, res) => {
    const { inbounds, receipt } = receiveUnits(warehouse, readBody(req, arrival));
    const [inbound, ...others] = inbounds.map((one) => showInbound(one, { lines: true, receipts: true }));
    res.status(201).json({ inbound, others, receipt: showReceipt(receipt) });
  });

  router.get("/receipts", (req, res) => {
    res.json(listReceipts(warehouse).slice(0, readMost(req)));
  });

  router.post("/receipts/:vendorShipmentNo/correct", (req, res) => {
    const { vendorShipmentNo } = req.params;
    res.json(correctReceipt(warehouse, { vendorShipmentNo, ...readBody(req, receiptCorrection) }));
  });

  router.post("/receipts/:vendorShipmentNo/odd", (req, res) => {
    const { line, shown, leftOut } = readBody(req, oddLine);
    const { receipt, inbounds } = findReceipt(warehouse, req.params.vendorShipmentNo);
    Object.assign(findReceiptLine(receipt, line), { shown, leftOut });
    inbounds.forEach((inbound) => touch(warehouse, inbound));
    res.json(showReceipt(receipt));
  });

  return router;
}
