import '#test-support/boringssl.ts';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { openWithPassphrase, sealWithPassphrase } from './age-file.ts';

test('encrypts and decrypts a file without the ciphers that BoringSSL lacks', async () => {
  for (const create of [createCipheriv, createDecipheriv]) {
    const use = () => create('chacha20-poly1305', Buffer.alloc(32), Buffer.alloc(12));
    expect(use).toThrow('Unknown cipher');
  }
  const sealed = await sealWithPassphrase(Buffer.from('kept'), 'three blind mice');
  const opened = await openWithPassphrase(sealed, 'three blind mice');
  expect(opened.kind === 'opened' && Buffer.from(opened.bytes).toString()).toBe('kept');
  const wrong = await openWithPassphrase(sealed, 'four blind mice');
  expect(wrong).toEqual({ kind: 'wrong-passphrase' });
}, 60_000);
