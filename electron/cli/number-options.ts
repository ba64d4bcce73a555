import { InvalidArgumentError } from '@commander-js/extra-typings';

/** The value of an option that takes a number from 1. */
export const countOf =
  (most: number) =>
  (text: string): number => {
    const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`Use a number from 1 to ${most}.`);
  };

/** The value of an option that takes a time. */
export function secondsOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number of seconds.');
}
