/** Requests that survive a restart or an outage of the server: retried with backoff, and when the socket is back. */

const ATTEMPT = 8_000; // milliseconds for one try
const MOST = 16; // further tries: with their pauses longer than a minute

/**
 * Return the longest pause before a further try: exponential backoff, from half a second to twenty, for full jitter.
 * @param {number} failures before it
 * @returns {number} milliseconds
 */
export function backoff(failures) {
  return Math.min(20_000, 500 * 2 ** failures);
}

/**
 * Fetch with retries, when no answer comes or the server is starting. Only for idempotent requests.
 * @param {string} url
 * @param {RequestInit} options
 * @param {() => void} [again] called before each further try
 * @returns {Promise<Response>}
 */
export async function persistent(url, options, again = () => {}) {
  const given = options.signal ?? new AbortController().signal;
  for (let count = 0; ; count += 1) {
    try {
      const signal = AbortSignal.any([given, AbortSignal.timeout(ATTEMPT)]);
      const answer = await fetch(url, { ...options, signal });
      if (![502, 503, 504].includes(answer.status) || count >= MOST) return answer;
    } catch (error) {
      if (given.aborted || count >= MOST) throw error;
    }
    again();
    await new Promise((resolve) => {
      setTimeout(resolve, backoff(count) * Math.random());
      addEventListener("heard", resolve, { once: true }); // the page's socket has heard from the server
    });
    given.throwIfAborted();
  }
}
