/** Requests that survive a restart or an outage of the server: retried with backoff. */

const ATTEMPT = 8_000; // milliseconds for one try
const PAUSES = [600, 1_400, 3_000, 6_000, 10_000, 16_000, 20_000, 20_000, 20_000]; // milliseconds, each at most

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
      if (![502, 503, 504].includes(answer.status) || count >= PAUSES.length) return answer;
    } catch (error) {
      if (given.aborted || count >= PAUSES.length) throw error;
    }
    again();
    await new Promise((resolve) => setTimeout(resolve, PAUSES[count] * Math.random()));
    given.throwIfAborted();
  }
}
