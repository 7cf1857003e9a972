// Read by `tsc` only: the constant that the server writes above the service worker's source.

declare const KNOWN: {
  /** The path of the page that is shown without a connection. */
  offline: string;
  /** The static files that this page needs. */
  kept: string[];
  /** The icon of notifications. */
  icon: string;
};
