import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';

/**
 * Takes away from Node and its threads the ciphers that Electron's BoringSSL lacks, by import or by
 * `--import`. Source of the list: electron/electron#24024.
 */
const ciphers = /^aes-(?:128|192|256)-(?:cbc|ctr|ecb|gcm|ofb)$/;

const withKnownCipher = (name: 'createCipheriv' | 'createDecipheriv') => {
  const own = crypto[name];
  Object.assign(crypto, {
    [name]: (cipher: string, ...rest: unknown[]): unknown => {
      if (ciphers.test(cipher)) return Reflect.apply(own, crypto, [cipher, ...rest]);
      throw Object.assign(new Error('Unknown cipher'), { code: 'ERR_CRYPTO_UNKNOWN_CIPHER' });
    },
  });
};

class Worker extends threads.Worker {
  constructor(program: string | URL, options: WorkerOptions = {}) {
    super(program, { ...options, execArgv: ['--require', fileURLToPath(import.meta.url)] });
  }
}

withKnownCipher('createCipheriv');
withKnownCipher('createDecipheriv');
Object.assign(threads, { Worker });
syncBuiltinESMExports();
