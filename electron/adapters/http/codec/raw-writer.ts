import type { RawWriter } from '#domain/bundle/export/raw-array.ts';
import { createMembers } from './write-bodies.ts';

export const rawWriter: RawWriter = (definition, variant) => createMembers(variant, definition);
