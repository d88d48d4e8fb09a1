import { SKUS, type SkuName, type Units } from "./rules.ts";

/**
 * By how many units of each SKU a rule may be wrong, because what happened looks like something else: a correction in the
 * warehouse like a packed order, one in the store like a fulfilled order. Ordinary steps leave no doubt.
 */
export class Doubt {
  #over = new Map<SkuName, number>();
  #under = new Map<SkuName, number>();
  #isAged = false;
  #isNew = false;
  #maybeShared = new Set<SkuName>();

  /** The store may offer so many units more than are free. */
  over(units: Partial<Units>): void {
    this.#add(this.#over, units);
  }

  /** It may offer so many units fewer. */
  under(units: Partial<Units>): void {
    this.#add(this.#under, units);
  }

  #add(to: Map<SkuName, number>, units: Partial<Units>): void {
    for (const sku of SKUS) {
      const more = units[sku] ?? 0;
      if (more <= 0) continue;
      to.set(sku, (to.get(sku) ?? 0) + more);
      if (this.#isAged) this.#maybeShared.add(sku);
    }
  }

  /** The SKUs are observed for the first time: for a grace period, receipts may explain units that were in their stock then. */
  renew(): void {
    this.#isNew = true;
  }

  /** A receipt brings units. */
  receive(units: Partial<Units>): void {
    if (this.#isNew) this.under(units);
  }

  /** A grace period has passed since the SKUs were first observed: units that left for nobody now count as sold elsewhere. */
  age(): void {
    this.#isAged = true;
    this.#isNew = false;
    for (const sku of [...this.#over.keys(), ...this.#under.keys()]) this.#maybeShared.add(sku);
  }

  /** What was on its way has arrived, or its time is over. */
  clear(): void {
    this.#over.clear();
    this.#under.clear();
  }

  overOf = (sku: SkuName): number => this.#over.get(sku) ?? 0;
  underOf = (sku: SkuName): number => this.#under.get(sku) ?? 0;

  /** Whether the warehouse may count as shipping it for others too: then what is packed ahead costs until it is fulfilled. */
  mayBeShared = (sku: SkuName): boolean => this.#maybeShared.has(sku);
}
