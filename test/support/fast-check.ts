import fc from "fast-check";

/**
 * Where made-up input begins: the same each time, so that a commit that passed passes again, and one that fails fails for
 * what is in it. `FC_SEED=7 npm test -- test/shopify` makes up other input.
 */
fc.configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 20_261_120) });

export default fc;
