// Read by `tsc` only: the parts of htmx, of our own events and of young browser APIs that the scripts use and that
// TypeScript's DOM library does not describe.

interface Window {
  htmx: {
    swap(change: { text: string; target: Element; swap: string; sourceElement: Element }): Promise<void>;
    process(element: Element): void;
    ajax(method: string, path: string, how: { target: string; select: string; swap: string }): Promise<void>;
  };
}

/** The request that an htmx event is about. */
interface HtmxContext {
  target?: Element;
  swap: string;
  /** What it waits for, or "error: …". */
  status: string;
  request?: { method: string; timeout?: number };
  response?: { status: number; headers: Headers };
  /** What htmx waits for before it ends the request. */
  extensionPromise?: Promise<void>;
  text?: string;
  fetch?: (url: string, options: RequestInit) => Promise<Response>;
  /** Set by send.js on the request that carries a move. */
  move?: boolean;
}

type HtmxEvent = CustomEvent<{ ctx: HtmxContext }>;

interface GlobalEventHandlersEventMap {
  toast: CustomEvent<{ name: string; text?: string }>;
  "htmx:config:request": CustomEvent<{ ctx: HtmxContext & Required<Pick<HtmxContext, "request">> }>;
  "htmx:before:response": CustomEvent<{ ctx: HtmxContext & { response: { raw: Response; status: number } } }>;
  "htmx:response:error": CustomEvent<{ ctx: Required<Pick<HtmxContext, "response" | "text">> }>;
  "htmx:error": CustomEvent<{ ctx?: HtmxContext }>;
  "htmx:finally:request": HtmxEvent;
  "htmx:before:swap": CustomEvent<{ ctx: HtmxContext; tasks: { fragment: DocumentFragment }[] }>;
  "htmx:after:swap": HtmxEvent;
}

interface Document {
  /** Whether the page is drawn in advance, and not yet shown: Chromium only. */
  readonly prerendering?: boolean;
}

interface Navigator {
  /** The Audio Session API: iOS and iPadOS only. */
  readonly audioSession?: { type: "auto" | "ambient" | "playback" };
}

/** The random numbers of one move; see static/js/stream.js. */
interface DealStream {
  below(limit: number): Promise<number>;
  shuffled<T>(items: Iterable<T>): Promise<T[]>;
  redrawn(bag: string[], full: Iterable<string>): Promise<string[]>;
}

/** What `deal.js` of a game exports: all tiles in their sealed order, and whether the moves fit what is dealt later. */
type DealAgain = (match: {
  options: Record<string, string>;
  moves: string[];
  stream: (ply: number) => DealStream;
}) => Promise<{ faces: string[]; fits: boolean }>;
