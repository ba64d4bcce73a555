import type { TokenValues } from '#domain/template/render.ts';
import { sampleValues as samplesOf } from '#domain/template/samples.ts';
import type { AlertState } from './shapes.ts';

const inState = (state: AlertState): TokenValues => samplesOf(state, [], {});

/** Values for all tokens of an alert, by its state: the samples of the catalogue. */
export const sampleValues: Readonly<Record<AlertState, TokenValues>> = {
  LOW: inState('LOW'),
  MEDIUM: inState('MEDIUM'),
  HIGH: inState('HIGH'),
  CLEARED: inState('CLEARED'),
};
