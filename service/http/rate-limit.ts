import { tooManyRequests } from './problem.ts';

/**
 * Allows `perSecond` requests per second from all clients together; after a pause, as many at once.
 * @param now a time in milliseconds that only grows
 * @returns a check for each request; throws a Refusal with status 429 for a request over the limit
 */
export function rateLimit(
  perSecond: number,
  now: () => number = () => performance.now(),
): () => void {
  let left = perSecond;
  let last = now();
  return () => {
    const time = now();
    left = Math.min(perSecond, left + ((time - last) / 1000) * perSecond);
    last = time;
    if (left < 1) {
      throw tooManyRequests(
        `This service takes ${perSecond} requests a second. Nothing has changed; try again.`,
        Math.max(1, Math.ceil((1 - left) / perSecond)),
      );
    }
    left -= 1;
  };
}
