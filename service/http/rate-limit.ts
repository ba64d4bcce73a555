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
  /** Requests that are allowed at once; a fraction until the next one. */
  let allowance = perSecond;
  let lastTime = now();
  return () => {
    const time = now();
    allowance = Math.min(perSecond, allowance + ((time - lastTime) / 1000) * perSecond);
    lastTime = time;
    if (allowance < 1) {
      throw tooManyRequests(
        `This service takes ${perSecond} requests a second. Nothing has changed; try again.`,
        Math.max(1, Math.ceil((1 - allowance) / perSecond)),
      );
    }
    allowance -= 1;
  };
}
