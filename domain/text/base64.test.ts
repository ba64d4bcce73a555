import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64Of, bytesOfBase64 } from './base64.ts';

const sameAsBuffer = (bytes: Uint8Array): void => {
  const text = Buffer.from(bytes).toString('base64');
  expect(base64Of(bytes)).toBe(text);
  expect(bytesOfBase64(text)).toEqual(bytes);
};

it('writes and reads any bytes', () => {
  fc.assert(fc.property(fc.uint8Array(), sameAsBuffer));
});

it('writes and reads more bytes than one call takes', () => {
  sameAsBuffer(Uint8Array.from({ length: 200_001 }, (_, at) => at % 256));
});
