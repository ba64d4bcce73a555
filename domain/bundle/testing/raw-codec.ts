/** The seams for raw answers, with the codec that answers of an installation are read with. */
export { rawReader } from '../../../electron/adapters/http/codec/raw-reader.ts';
export { rawWriter } from '../../../electron/adapters/http/codec/raw-writer.ts';
