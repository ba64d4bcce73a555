/** Reads and writes raw responses with the codec of the HTTP adapter. */
export { rawReader } from '../../../electron/adapters/http/codec/read-webhook.ts';
export { createMembers as rawWriter } from '../../../electron/adapters/http/codec/write-bodies.ts';
