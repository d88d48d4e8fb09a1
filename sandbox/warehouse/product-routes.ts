import { Router } from "express";
import { ApiError } from "./api-error.ts";
import { newProduct, newProducts, productChanges, readBody } from "./bodies.ts";
import { pageOf, readFilter, readFlag, readPage } from "./list-query.ts";
import type { Product } from "./state.ts";
import { isOpen } from "./inbound-status.ts";
import type { Warehouse } from "./warehouse.ts";

export function productRoutes(warehouse: Warehouse): Router {
  const { products } = warehouse.state;
  const shown = (product: Product) => ({
    ...product,
    stock: product.stock * warehouse.behaviours.stockTimes,
  });
  const router = Router({ caseSensitive: true });

  router.get("/products", (req, res) => {
    const matches = [...products.values()].filter(readFilter(req, ["sku"]));
    res.json(pageOf(matches, readPage(req)).map(shown));
  });

  router.post("/products", (req, res) => {
    const product = { ...readBody(req, newProduct), stock: 0 };
    if (products.has(product.sku)) throw duplicate(product.sku, "sku");
    products.set(product.sku, product);
    warehouse.changed();
    res.status(201).json(product);
  });

  /** All or nothing: a refused list leaves the catalogue as it was. */
  router.post("/bulk/products", (req, res) => {
    const skipDuplicates = readFlag(req, "skipDuplicates");
    const created = new Map<string, Product>();
    readBody(req, newProducts).forEach((product, index) => {
      if (!products.has(product.sku) && !created.has(product.sku))
        created.set(product.sku, { ...product, stock: 0 });
      else if (!skipDuplicates) throw duplicate(product.sku, `[${index}].sku`);
    });
    created.forEach((product) => products.set(product.sku, product));
    warehouse.changed();
    res.status(201).json([...created.values()]);
  });

  router.get("/products/:sku", (req, res) => void res.json(shown(findProduct(warehouse, req.params.sku))));
  router.use(productChangeRoutes(warehouse));
  return router;
}

/** Apart, because the interface documents these two under a second path. */
export function productChangeRoutes(warehouse: Warehouse): Router {
  const router = Router({ caseSensitive: true });

  router.put("/products/:sku", (req, res) => {
    const product = findProduct(warehouse, req.params.sku);
    const changes = readBody(req, productChanges);
    if (changes.sku !== undefined && changes.sku !== product.sku)
      throw new ApiError("not-changeable", {
        message: "A product keeps its sku. Create another product instead.",
        field: "sku",
      });
    Object.assign(product, changes);
    warehouse.changed();
    res.json(product);
  });

  router.delete("/products/:sku", (req, res) => {
    const { sku, stock } = findProduct(warehouse, req.params.sku);
    if (stock > 0)
      throw new ApiError("product-in-use", {
        message: `${stock} units of ${sku} lie in the warehouse. A product can be deleted once its stock is 0.`,
      });
    const awaiting = [...warehouse.state.inbounds.values()].find(
      (inbound) => isOpen(inbound) && inbound.lines.some((line) => line.sku === sku),
    );
    if (awaiting)
      throw new ApiError("product-in-use", {
        message: `Inbound ${awaiting.ref} announces ${sku}. Delete or finish the inbound first.`,
      });
    warehouse.state.products.delete(sku);
    warehouse.changed();
    res.status(204).end();
  });
  return router;
}

export function findProduct(warehouse: Warehouse, sku: string): Product {
  const product = warehouse.state.products.get(sku);
  if (!product)
    throw new ApiError("product-not-found", { message: `The catalogue holds no product with sku ${sku}.` });
  return product;
}

function duplicate(sku: string, field: string): ApiError {
  return new ApiError("duplicate-sku", {
    message: `A product with sku ${sku} exists already. Update it, or choose another sku.`,
    field,
  });
}
