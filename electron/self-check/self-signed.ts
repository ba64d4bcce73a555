import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const day = 86_400_000;

/** Node cannot make certificates. Source: RFC 5280 §4.1, X.690 (DER). */
export function selfSigned(name: string): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const commonName = sequence(
    element(0x31, sequence(oid.commonName, element(0x0c, Buffer.from(name)))),
  );
  const addresses = sequence(element(0x87, Buffer.from([127, 0, 0, 1])));
  const extension = sequence(oid.subjectAltName, element(0x04, addresses));
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(oid.ecdsaWithSha256),
    commonName,
    sequence(utcTime(now - day), utcTime(now + day)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(extension)),
  );
  const certificate = sequence(
    content,
    sequence(oid.ecdsaWithSha256),
    element(0x03, Buffer.from([0]), sign('sha256', content, privateKey)),
  );
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Source: X.690 §8.1. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);

const utcTime = (at: number): Buffer =>
  element(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

const oid = {
  commonName: element(0x06, Buffer.from('550403', 'hex')),
  subjectAltName: element(0x06, Buffer.from('551d11', 'hex')),
  ecdsaWithSha256: element(0x06, Buffer.from('2a8648ce3d040302', 'hex')),
};
