import type { RawWriter } from '#domain/bundle/export/raw-array.ts';
import { createBodyA } from './variant-a.ts';
import { createBodyB } from './variant-b.ts';

/** A webhook as a variant takes it when it is created: without ids, the headers as a list. */
export const rawWriter: RawWriter = (definition, variant) =>
  variant === 'A' ? createBodyA(definition) : createBodyB(definition);
