import type { MapVariantOutcome } from "../domain/catalog/map-variants.ts";
import type { RelinkOutcome } from "../domain/catalog/relink-variant.ts";
import type { SetSharingOutcome } from "../domain/catalog/set-sharing.ts";

/** What a variant's page answers to what is asked of it. */
export type VariantAnswer = MapVariantOutcome | RelinkOutcome | SetSharingOutcome;
