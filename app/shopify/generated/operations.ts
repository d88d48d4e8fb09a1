// Made by `npm run codegen` from operations.graphql and Shopify's Admin schema 2026-10. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Error codes for failed bulk operations. */
export type BulkOperationErrorCode =
  /**
   * The provided operation `query` returned access denied due to missing
   * [access scopes](https://shopify.dev/api/usage/access-scopes).
   * Review the requested object permissions and execute the query as a normal non-bulk GraphQL request to see more details.
   */
  | 'ACCESS_DENIED'
  /**
   * The operation resulted in partial or incomplete data due to internal server errors during execution.
   * These errors might be intermittent, so you can try performing the same query again.
   */
  | 'INTERNAL_SERVER_ERROR'
  /**
   * The operation resulted in partial or incomplete data due to query timeouts during execution.
   * In some cases, timeouts can be avoided by modifying your `query` to select fewer fields.
   */
  | 'TIMEOUT';

/** The valid values for the status of a bulk operation. */
export type BulkOperationStatus =
  /** The bulk operation has been canceled. */
  | 'CANCELED'
  /**
   * Cancelation has been initiated on the bulk operation. There may be a short delay from when a cancelation
   * starts until the operation is actually canceled.
   */
  | 'CANCELING'
  /** The bulk operation has successfully completed. */
  | 'COMPLETED'
  /** The bulk operation has been created. */
  | 'CREATED'
  /** The bulk operation URL has expired. */
  | 'EXPIRED'
  /**
   * The bulk operation has failed. For information on why the operation failed, use
   * [BulkOperation.errorCode](https://shopify.dev/api/admin-graphql/latest/enums/bulkoperationerrorcode).
   */
  | 'FAILED'
  /** The bulk operation is running. */
  | 'RUNNING';

/** Possible error codes that can be returned by `BulkOperationUserError`. */
export type BulkOperationUserErrorCode =
  /** The input value is invalid. */
  | 'INVALID'
  /** Bulk operations limit reached. Please try again later. */
  | 'LIMIT_REACHED'
  /** A bulk operation is already in progress. */
  | 'OPERATION_IN_PROGRESS';

/** The input fields for the quantity to be set for an inventory item at a location. */
export type InventoryQuantityInput = {
  /**
   * The quantity currently expected at this location, before setting the new quantity.
   *
   * This field enables a compare-and-swap (CAS) safety check. If the location’s
   * current quantity doesn't match the value you provide, then the mutation fails
   * with a `CHANGE_FROM_QUANTITY_STALE` error. This helps prevent unintended
   * overwrites when the request is based on stale inventory data.
   *
   * To skip the CAS check, pass `null`. Use this only when your system is the
   * source of truth for this inventory and you don’t need to protect against
   * concurrent updates.
   * This field is mandatory: you must explicitly pass in a value, even if that
   * value is `null`, or the mutation returns an error.
   *
   * For more information, refer to the [compare and swap documentation](https://shopify.dev/docs/apps/build/orders-fulfillment/inventory-management-apps/manage-quantities-states#compare-and-swap).
   */
  changeFromQuantity?: number | null | undefined;
  /** Specifies the inventory item to which the quantity will be set. */
  inventoryItemId: string;
  /** Specifies the location at which the quantity will be set. */
  locationId: string;
  /** The quantity to which the inventory quantity will be set. */
  quantity: number;
};

/** The input fields required to set inventory quantities. */
export type InventorySetQuantitiesInput = {
  /** The name of quantities to be changed. The only accepted values are: `available` or `on_hand`. */
  name: string;
  /** The values to which each quantities will be set. */
  quantities: Array<InventoryQuantityInput>;
  /**
   * The reason for the quantity changes. The value must be one of the [possible
   * reasons](https://shopify.dev/docs/apps/fulfillment/inventory-management-apps/quantities-states#set-inventory-quantities-on-hand).
   */
  reason: string;
  /**
   * A URI that represents why the inventory change happened, identifying the
   * source system and document that caused this adjustment. Enables complete audit
   * trails and brand visibility in Shopify admin inventory history.
   *
   * Preferred format - Global ID (GID): gid://[your-app-name]/[entity-type]/[id]
   *
   * Examples:
   * - gid://warehouse-app/PurchaseOrder/PO-2024-001 (stock received)
   * - gid://3pl-system/CycleCount/CC-2024-0125 (cycle count adjustment)
   * - gid://pos-app/Transaction/TXN-98765 (in-store sale)
   * - gid://erp-connector/SyncJob/SYNC-2024-11-21-001 (ERP sync)
   * - gid://shopify/Order/1234567890 (Shopify order reference)
   *
   * Benefits: Your app name appears directly in merchant inventory history,
   * reducing support tickets and providing clear audit trails for compliance.
   *
   * Alternative formats (also supported): https://myapp.com/documents/12345, custom-scheme://identifier
   *
   * Requirements: Valid URI with scheme and content. For GID format, all components (app, entity, id) must be present.
   */
  referenceDocumentUri?: string | null | undefined;
};

/** Possible error codes that can be returned by `InventorySetQuantitiesUserError`. */
export type InventorySetQuantitiesUserErrorCode =
  /** The changeFromQuantity value does not match persisted value. */
  | 'CHANGE_FROM_QUANTITY_STALE'
  /** The compareQuantity argument must be given to each quantity or ignored using ignoreCompareQuantity. */
  | 'COMPARE_QUANTITY_REQUIRED'
  /** The compareQuantity value does not match persisted value. */
  | 'COMPARE_QUANTITY_STALE'
  /** This request is currently in progress, please try again. */
  | 'IDEMPOTENCY_CONCURRENT_REQUEST'
  /** The same idempotency key cannot be used with different operation parameters. */
  | 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH'
  /** A previous request with this idempotency key failed. Retry with a new idempotency key. */
  | 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'
  /** The specified inventory item could not be found. */
  | 'INVALID_INVENTORY_ITEM'
  /** The specified location could not be found. */
  | 'INVALID_LOCATION'
  /** The quantity name must be either 'available' or 'on_hand'. */
  | 'INVALID_NAME'
  /** The quantity can't be negative. */
  | 'INVALID_QUANTITY_NEGATIVE'
  /** The total quantity can't be higher than 1,000,000,000. */
  | 'INVALID_QUANTITY_TOO_HIGH'
  /** The total quantity can't be lower than -1,000,000,000. */
  | 'INVALID_QUANTITY_TOO_LOW'
  /** The specified reason is invalid. */
  | 'INVALID_REASON'
  /** The specified reference document is invalid. */
  | 'INVALID_REFERENCE_DOCUMENT'
  /** The specified inventory item is not allowed to be adjusted via API. Example: if the inventory item is a parent bundle. */
  | 'NON_MUTABLE_INVENTORY_ITEM'
  /** The combination of inventoryItemId and locationId must be unique. */
  | 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR';

export type LocationsQueryVariables = Exact<{ [key: string]: never; }>;


export type LocationsQuery = { locations: { nodes: Array<{ id: string, name: string, isActive: boolean }> } };

export type RunBulkQueryMutationVariables = Exact<{
  query: string;
}>;


export type RunBulkQueryMutation = { bulkOperationRunQuery: { bulkOperation: { id: string } | null, userErrors: Array<{ code: BulkOperationUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type BulkOperationStateQueryVariables = Exact<{
  id: string;
}>;


export type BulkOperationStateQuery = { bulkOperation: { id: string, status: BulkOperationStatus, errorCode: BulkOperationErrorCode | null, objectCount: string, url: string | null } | null };

export type StockLevelsQueryVariables = Exact<{
  inventoryItemIds: Array<string> | string;
  locationId: string;
}>;


export type StockLevelsQuery = { location: { id: string, isActive: boolean } | null, nodes: Array<
    | { id: string, tracked: boolean, inventoryLevel: { quantities: Array<{ name: string, quantity: number }> } | null }
    | Record<PropertyKey, never>
   | null> };

export type ActivateInventoryMutationVariables = Exact<{
  inventoryItemId: string;
  locationId: string;
  onHand?: number | null | undefined;
  available?: number | null | undefined;
  key: string;
}>;


export type ActivateInventoryMutation = { inventoryActivate: { inventoryLevel: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type TrackInventoryMutationVariables = Exact<{
  id: string;
}>;


export type TrackInventoryMutation = { inventoryItemUpdate: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type SetQuantitiesMutationVariables = Exact<{
  input: InventorySetQuantitiesInput;
  key: string;
}>;


export type SetQuantitiesMutation = { inventorySetQuantities: { inventoryAdjustmentGroup: { id: string } | null, userErrors: Array<{ code: InventorySetQuantitiesUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const LocationsDocument = new TypedDocumentString(`
    query Locations {
  locations(first: 50) {
    nodes {
      id
      name
      isActive
    }
  }
}
    `) as unknown as TypedDocumentString<LocationsQuery, LocationsQueryVariables>;
export const RunBulkQueryDocument = new TypedDocumentString(`
    mutation RunBulkQuery($query: String!) {
  bulkOperationRunQuery(query: $query) {
    bulkOperation {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RunBulkQueryMutation, RunBulkQueryMutationVariables>;
export const BulkOperationStateDocument = new TypedDocumentString(`
    query BulkOperationState($id: ID!) {
  bulkOperation(id: $id) {
    id
    status
    errorCode
    objectCount
    url
  }
}
    `) as unknown as TypedDocumentString<BulkOperationStateQuery, BulkOperationStateQueryVariables>;
export const StockLevelsDocument = new TypedDocumentString(`
    query StockLevels($inventoryItemIds: [ID!]!, $locationId: ID!) {
  location(id: $locationId) {
    id
    isActive
  }
  nodes(ids: $inventoryItemIds) {
    ... on InventoryItem {
      id
      tracked
      inventoryLevel(locationId: $locationId) {
        quantities(names: ["on_hand", "available", "committed"]) {
          name
          quantity
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StockLevelsQuery, StockLevelsQueryVariables>;
export const ActivateInventoryDocument = new TypedDocumentString(`
    mutation ActivateInventory($inventoryItemId: ID!, $locationId: ID!, $onHand: Int, $available: Int, $key: String!) {
  inventoryActivate(
    inventoryItemId: $inventoryItemId
    locationId: $locationId
    onHand: $onHand
    available: $available
  ) @idempotent(key: $key) {
    inventoryLevel {
      id
    }
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ActivateInventoryMutation, ActivateInventoryMutationVariables>;
export const TrackInventoryDocument = new TypedDocumentString(`
    mutation TrackInventory($id: ID!) {
  inventoryItemUpdate(id: $id, input: {tracked: true}) {
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TrackInventoryMutation, TrackInventoryMutationVariables>;
export const SetQuantitiesDocument = new TypedDocumentString(`
    mutation SetQuantities($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SetQuantitiesMutation, SetQuantitiesMutationVariables>;
