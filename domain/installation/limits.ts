import { z } from 'zod';
import { errorAt, type Issue } from '../issue.ts';

const second = 1_000;
const minute = 60 * second;
const kibibyte = 1024;
const gibibyte = 1024 * 1024 * kibibyte;

const bounds = {
  connectMilliseconds: { min: 0.1 * second, max: 10 * minute },
  headersMilliseconds: { min: 0.1 * second, max: 10 * minute },
  bodyMilliseconds: { min: 0.1 * second, max: 60 * minute },
  bodyBytes: { min: kibibyte, max: gibibyte },
};

const intWithin = ({ min, max }: { readonly min: number; readonly max: number }): z.ZodInt =>
  z.int().min(min).max(max);

/** Time and size limits of one request to an installation. */
export const Limits = z.object({
  /** For the connection, with its proxy and TLS. */
  connectMilliseconds: intWithin(bounds.connectMilliseconds),
  /** From sending the request until the headers of the answer. */
  headersMilliseconds: intWithin(bounds.headersMilliseconds),
  /** From the headers of the answer until its end. */
  bodyMilliseconds: intWithin(bounds.bodyMilliseconds),
  bodyBytes: intWithin(bounds.bodyBytes),
});
export type Limits = z.infer<typeof Limits>;

/** Limits in a file, in any range: `checkLimits` names those out of range. */
export const UncheckedLimits = z.object({
  connectMilliseconds: z.number(),
  headersMilliseconds: z.number(),
  bodyMilliseconds: z.number(),
  bodyBytes: z.number(),
});

export const defaultLimits: Limits = {
  connectMilliseconds: 10_000,
  headersMilliseconds: 30_000,
  bodyMilliseconds: 60_000,
  bodyBytes: 64 * 1024 * 1024,
};

/** Milliseconds, because a request may reach the installation after its limits began to run. */
const finishMargin = 5_000;

/**
 * Milliseconds that an installation may still work on a request after Hookdesk gave up. The interface states no
 * such time: the longest wait for an answer stands for the longest time that an installation needs.
 */
export const finishMilliseconds = ({ headersMilliseconds, bodyMilliseconds }: Limits): number =>
  Math.max(headersMilliseconds, bodyMilliseconds) + finishMargin;

const LimitName = Limits.keyof();

export const checkLimits = (limits: Limits): Issue[] =>
  LimitName.options
    .filter((name) => !Limits.shape[name].safeParse(limits[name]).success)
    .map((name) => errorAt(`limits.${name}`, rangeText(name)));

function rangeText(name: z.infer<typeof LimitName>): string {
  const { min, max } = bounds[name];
  return name === 'bodyBytes'
    ? `Enter a size between ${min / kibibyte} KiB and ${max / gibibyte} GiB.`
    : `Enter a time between ${min / second} s and ${max / minute} minutes.`;
}
