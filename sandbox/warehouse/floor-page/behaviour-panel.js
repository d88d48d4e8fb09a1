import { call, remove } from "./api.js";
import { element } from "./draw.js";

const byId = (id) => document.getElementById(id);
/** What shows the value of one behaviour, or of one event kind's share of it. */
const fields = [];

/** Shows the values, except in the field a person is in the middle of. */
export function showBehaviours(behaviours) {
  for (const { control, valueIn } of fields)
    if (control !== document.activeElement) showValue(control, valueIn(behaviours) ?? null);
}

/** A value that came over HTTP need not be among the choices. */
function showValue(control, value) {
  const json = JSON.stringify(value);
  if (![...control.options].some((option) => option.value === json)) control.append(optionFor(value));
  control.value = json;
}

/** Draws what the warehouse's schema describes. `tell` does something and says how it went. */
export async function setUpBehaviours(tell) {
  const { properties } = await call("behaviours/schema");
  const say = (act) => tell(byId("behaviours-said"), act);

  function field(label, { key, schema, valueIn, changeTo }) {
    const id = `behaviour-${key}`;
    const control = element("select", { id }, ...valuesOf(schema).map(optionFor));
    fields.push({ control, valueIn });
    control.addEventListener("change", () => {
      const value = JSON.parse(control.value);
      void say(async () => {
        await call("behaviours", changeTo(value));
        return `${label}: ${wordFor(value)}.`;
      });
    });
    return [element("label", { for: id }, label), control];
  }

  const drawn = Object.entries(properties).flatMap(([name, schema]) => {
    const { description, propertyNames, additionalProperties } = schema;
    if (!propertyNames)
      return field(description, {
        key: name,
        schema,
        valueIn: (behaviours) => behaviours[name],
        changeTo: (value) => ({ [name]: value }),
      });
    const each = propertyNames.enum.flatMap((event) =>
      field(event, {
        key: `${name}-${event}`,
        schema: additionalProperties,
        valueIn: (behaviours) => behaviours[name][event],
        changeTo: (value) => ({ [name]: { [event]: value } }),
      }),
    );
    return [element("details", {}, element("summary", {}, description), ...each)];
  });
  byId("behaviours").replaceChildren(...drawn);
  byId("behaviours-reset").addEventListener("click", () => {
    void say(async () => {
      await remove("behaviours");
      return "Everything is as started.";
    });
  });
}

/** JSON, so that a number, a word and nothing stay apart. */
const optionFor = (value) => element("option", { value: JSON.stringify(value) }, wordFor(value));

function valuesOf({ anyOf, enum: choices, type, examples = [] }) {
  if (anyOf) return anyOf.flatMap(valuesOf);
  if (choices) return choices;
  if (type === "boolean") return [true, false];
  return type === "null" ? [null] : examples;
}

const words = new Map([
  [true, "yes"],
  [false, "no"],
  [null, "–"],
]);
const wordFor = (value) => words.get(value) ?? String(value).replaceAll(/[-_]/g, " ");
