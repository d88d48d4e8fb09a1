import app from "../../package.json" with { type: "json" };

/** Which version of Dockline this is. */
export const APP_VERSION = app.version;
