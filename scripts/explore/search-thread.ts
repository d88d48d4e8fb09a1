import { parentPort, workerData } from "node:worker_threads";
import { searchWorld } from "./search-world.ts";
import { SMALL_WORLDS } from "./worlds.ts";

/** Searches the worlds it is asked for, one after the other. */
const { statesMax } = workerData as { statesMax: number };
const worlds = Object.values(SMALL_WORLDS).flat();
parentPort!.on("message", (at: number) => parentPort!.postMessage(searchWorld(worlds[at]!, { statesMax })));
