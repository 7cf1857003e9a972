// Read by `tsc` only: the constant that the server writes above the service worker's source.

declare const KNOWN: {
  /** The path of the page that is shown without a connection. */
  offline: string;
  /** The static files that this page needs. */
  kept: string[];
  /** The icon of notifications. */
  icon: string;
  /** The key of the site for push, in base64url. */
  key: string;
  /** The path of a page for signed-in players, and the one that is told of subscriptions. */
  preferences: string;
  devices: string;
};
