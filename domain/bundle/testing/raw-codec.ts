export { rawReader } from '../../../electron/adapters/http/codec/raw-reader.ts';
export { rawWriter } from '../../../electron/adapters/http/codec/raw-writer.ts';
