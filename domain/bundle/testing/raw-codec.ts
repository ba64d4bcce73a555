/** The seams for raw answers, with the codec that answers of an installation are read with. */
export { rawReader } from '../../../electron/adapters/http/codec/raw-reader.ts';
export { createMembers as rawWriter } from '../../../electron/adapters/http/codec/write-bodies.ts';
