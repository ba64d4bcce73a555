import { generateKeyPairSync } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { checkCertificates, checkPrivateKey } from './pem.ts';

const [first = '', second = ''] = rootCertificates;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const sec1 = pair.privateKey.export({ type: 'sec1', format: 'pem' }).toString();
const cipher = 'aes-256-cbc';
const locked = { format: 'pem', cipher, passphrase: 'canary' } as const;
const lockedPkcs8 = pair.privateKey.export({ type: 'pkcs8', ...locked }).toString();
const lockedSec1 = pair.privateKey.export({ type: 'sec1', ...locked }).toString();
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('a file of certificates', () => {
  it.each([
    ['one', first],
    ['several, with words between', `Root one\n${first}\r\n\r\n# Root two\n${second}\n`],
    ['with line ends of Windows', first.replaceAll('\n', '\r\n')],
  ])('may hold %s', (_, pem) => {
    expect(checkCertificates(pem, 'trust')).toEqual([]);
  });

  it.each([
    ['nothing', '', /no certificate/],
    ['a public key alone', publicKey, /no certificate/],
    ['DER', '\x30\x82\x01\x0a', /no certificate/],
    ['one that was cut off', first.slice(0, -40), /no certificate/],
    ['one that lost a character', first.replace(/\n(.)/, '\n'), /damaged/],
    ['one with an odd character', first.replace(/\n./, '\n*'), /damaged/],
    ['a private key', first + pkcs8, /private key/],
    ['a locked private key', first + lockedPkcs8, /private key/],
    ['too much', first.repeat(1_000), /512 KiB/],
  ])('may not hold %s', (_, pem, message) => {
    const [issue, ...others] = checkCertificates(pem, 'trust');
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path: 'trust', level: 'error' });
    expect(issue?.message).toMatch(message);
  });
});

describe('a private key', () => {
  it.each([
    ['PKCS 8', pkcs8],
    ['SEC 1', sec1],
    ['one beside its certificate', first + pkcs8],
  ])('is accepted as %s', (_, pem) => {
    expect(checkPrivateKey(pem, 'clientKey')).toEqual([]);
  });

  it.each([
    ['nothing', '', /no private key/],
    ['a certificate', first, /no private key/],
    ['one locked in PKCS 8', lockedPkcs8, /passphrase/],
    ['one locked in SEC 1', lockedSec1, /passphrase/],
    ['two', pkcs8 + sec1, /more than one/],
    ['a damaged one', pkcs8.replace(/\n./, '\n*'), /damaged/],
  ])('is not %s; the issue contains no part of the text', (_, pem, message) => {
    const [issue, ...others] = checkPrivateKey(pem, 'clientKey');
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path: 'clientKey', level: 'error' });
    expect(issue?.message).toMatch(message);
    const inner = pem.split('\n').filter((line) => /^[A-Za-z0-9+/=*]{8,}$/.test(line));
    for (const line of inner) expect(issue?.message).not.toContain(line);
  });
});

it('checks hostile text quickly', () => {
  for (const piece of ['-----BEGIN ', '-----BEGIN A-----', '-----END A-----', '-']) {
    expect(checkPrivateKey(piece.repeat(100_000), 'clientKey')).toHaveLength(1);
  }
});
