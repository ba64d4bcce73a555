import { Fault } from './faults/fault.ts';

/** A wrong command line; the message is a sentence for the user. */
export class Misuse extends Error {}

/** @throws Misuse if `value` is not a whole number in decimal digits from `least` to `most`. */
export function wholeNumber(option: string, value: string, most: number, least = 0): number {
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || number > most || number < least) {
    throw new Misuse(`${option} takes a whole number from ${least} to ${most}.`);
  }
  return number;
}

export function notEmpty(option: string, value: string): string {
  if (value.trim() === '') throw new Misuse(`${option} must not be empty.`);
  return value;
}

export function oneOf<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const selected = choices.find((choice) => choice === value);
  if (selected === undefined) throw new Misuse(`${option} takes one of ${choices.join(', ')}.`);
  return selected;
}

export const isDatabaseUrl = (value: string): boolean => /^postgres(?:ql)?:\/\//i.test(value);

/** The message never has the URL, which may have a password. */
export function databaseUrl(option: string, value: string): string {
  if (!isDatabaseUrl(value) || !URL.canParse(value)) {
    throw new Misuse(`${option} takes a URL such as postgres://user@host:5432/name.`);
  }
  return value;
}

/** Whether other users of the machine could read a password in this argument. */
export const hasPassword = (value: string): boolean =>
  isDatabaseUrl(value) && new URL(value).password !== '';

/** Returns an API root without a trailing slash; empty for the root of the server. */
export function rootPath(value: string): string {
  const root = value.replace(/\/$/, '');
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(root)) {
    throw new Misuse('--root takes a path such as /api/v14.');
  }
  return root;
}

/** Reads `KIND:RATE`; the rate is a share of all requests, above 0 and at most 1. */
export function faultOption(value: string): Fault {
  const [kind, rate = ''] = value.split(':');
  const share = /^[0-9]*\.?[0-9]+$/.test(rate) ? Number(rate) : Number.NaN;
  const fault = Fault.safeParse({ kind, share });
  if (value.split(':').length !== 2 || !fault.success) {
    throw new Misuse(
      `--fault takes KIND:RATE, such as 503:0.1. The rate is above 0 and at most 1; the kinds are ` +
        `${Fault.shape.kind.options.join(', ')}.`,
    );
  }
  return fault.data;
}
