/**
 * A sandbox signs with known keys and does what anyone on this machine tells it to, so it must never stand where
 * merchants are served. The demo runs the app as built for production and says so with DOCKLINE_DEMO=1.
 */
export function refuseProduction(program: string): void {
  if (process.env.NODE_ENV === "production" && process.env.DOCKLINE_DEMO !== "1") {
    console.error(`${program} is for trying things out and refuses to start with NODE_ENV=production.`);
    process.exit(1);
  }
}
