import activity from "./activity.json";
import common from "./common.json";
import connect from "./connect.json";
import home from "./home.json";
import inbounds from "./inbounds.json";
import mappings from "./mappings.json";
import problems from "./problems.json";
import productValues from "./product-values.json";
import products from "./products.json";
import receipts from "./receipts.json";
import returns from "./returns.json";
import scopes from "./scopes.json";
import settings from "./settings.json";
import setup from "./setup.json";
import states from "./states.json";
import stock from "./stock.json";
import support from "./support.json";
import timeline from "./timeline.json";
import warehouseErrors from "./warehouse-errors.json";
import warehouseProducts from "./warehouse-products.json";
import work from "./work.json";

/** By file. Only for the types of keys; at run time each file is loaded by itself. */
export default {
  activity,
  common,
  connect,
  home,
  inbounds,
  mappings,
  problems,
  "product-values": productValues,
  products,
  receipts,
  returns,
  scopes,
  settings,
  setup,
  states,
  stock,
  support,
  timeline,
  "warehouse-errors": warehouseErrors,
  "warehouse-products": warehouseProducts,
  work,
};
