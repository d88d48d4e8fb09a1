import { productSchema, type Product } from "./answers.ts";
import { createManyOnce, createOnce, type Created, type ManyCreated } from "./create-once.ts";
import { segment } from "./identifier.ts";
import { listRecords, readList } from "./listing.ts";
import {
  checked,
  newProduct,
  productChanges,
  productQuery,
  type NewProduct,
  type ProductChanges,
  type ProductQuery,
} from "./requests.ts";
import { deleteRecord, getRecord, postRecord, putRecord, type Resource } from "./resource.ts";

export interface ProductOperations {
  /** Products one `createMany` may carry. */
  bulkSize: number;
  /**
   * Page by page, as the warehouse lists them. Where it is known about how many there are (`expected`), two pages are under
   * way at once: each was asked for after the page two before it was worked on.
   */
  pages(query?: ProductQuery, about?: { expected?: number }): AsyncGenerator<Product[]>;
  /** `null` when the warehouse says it does not know the SKU. */
  get(sku: string, options?: { signal?: AbortSignal | undefined }): Promise<Product | null>;
  create(product: NewProduct): Promise<Created<Product>>;
  /**
   * With `skipDuplicates` the warehouse passes over products whose SKU it has, and they
   * are in neither list that comes back; without, it refuses them all.
   */
  createMany(products: NewProduct[], options: { skipDuplicates: boolean }): Promise<ManyCreated<Product>>;
  /** Changes the given fields. @throws FulfilmentError `not-found`. */
  update(sku: string, changes: ProductChanges): Promise<Product>;
  /** For good. What is not there is deleted already. */
  delete(sku: string): Promise<void>;
}

export function productOperations(resource: Resource): ProductOperations {
  const { send, paths, account } = resource;
  const schema = productSchema;
  const get = async (sku: string, { signal }: { signal?: AbortSignal | undefined } = {}) =>
    getRecord(resource, { path: `${paths.products}/${segment("sku", sku)}`, schema, signal });

  return {
    bulkSize: account.settings.bulkSize,
    async *pages(query = {}, { expected } = {}) {
      const { filter, ...page } = checked(productQuery, query);
      const params = new URLSearchParams(filter === undefined ? {} : { filter });
      yield* listRecords(resource, { path: paths.products, schema, id: "sku", page, params, expected });
    },
    get,
    async create(product) {
      const body = checked(newProduct, product);
      return createOnce({
        create: () => postRecord(resource, { path: `${paths.products}/`, body, schema }),
        find: () => get(body.sku),
      });
    },
    async createMany(products, { skipDuplicates }) {
      return createManyOnce({
        wanted: checked(newProduct.array().max(account.settings.bulkSize), products),
        create: (body) =>
          send({
            method: "POST",
            path: `${paths.bulkProducts}/`,
            query: new URLSearchParams({ skipDuplicates: String(skipDuplicates) }),
            body,
            read: readList(account, { schema, id: "sku" }),
            repeatable: false,
            namesRecord: true,
          }),
        find: ({ sku }) => get(sku),
      });
    },
    async update(sku, changes) {
      const path = `${paths.productToChange}/${segment("sku", sku)}`;
      return putRecord(resource, { path, body: checked(productChanges, changes), schema });
    },
    async delete(sku) {
      await deleteRecord(resource, `${paths.productToChange}/${segment("sku", sku)}`);
    },
  };
}
