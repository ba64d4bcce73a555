import type { RawWriter } from '#domain/bundle/export/raw-array.ts';
import { createMembers } from './write-bodies.ts';

/** A webhook as a variant takes it when it is created: without ids, the headers as a list. */
export const rawWriter: RawWriter = (definition, variant) => createMembers(variant, definition);
