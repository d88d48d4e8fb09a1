import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router-dom";
import { useContext } from "react";

type Router = NonNullable<React.ContextType<typeof DataRouterContext>>["router"];

/**
 * The router of the page. Its `state` says at any moment where the merchant is going. `useLocation` and `useNavigation`
 * say where they were going when React last drew, which on a slow device is seconds ago (decision 73).
 */
export function useRouter(): Router {
  const context = useContext(DataRouterContext);
  if (!context) throw new Error("useRouter needs a data router, as Remix provides");
  return context.router;
}

/** The location that was asked for last: of the page that is on its way, or else of the page that is here. */
export const wantedLocation = ({ state }: Router) => state.navigation.location ?? state.location;
