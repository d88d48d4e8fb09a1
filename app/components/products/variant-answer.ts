import type { StartUpdateOutcome } from "../../domain/catalog/update/start-update.ts";
import type { MapVariantOutcome } from "../../domain/catalog/mapping/map-variants.ts";
import type { RelinkOutcome } from "../../domain/catalog/mapping/relink-variant.ts";

/** What a variant's page answers to what is asked of it. */
export type VariantAnswer = MapVariantOutcome | RelinkOutcome | StartUpdateOutcome;
