import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Takes away from Node the ciphers that Electron's BoringSSL lacks, by import or by `--import`.
 * Source of the list: electron/electron#24024.
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

withKnownCipher('createCipheriv');
withKnownCipher('createDecipheriv');
syncBuiltinESMExports();
