import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Parses the value of an option. */
export const countOf =
  (most: number) =>
  (text: string): number => {
    const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`Use a number from 1 to ${most}.`);
  };
