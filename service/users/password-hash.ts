import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost parameters of scrypt; see RFC 7914 §2. Memory is 128 · 2^ln · r bytes. */
export interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB, some tenths of a second. Source: OWASP Password Storage Cheat Sheet, scrypt. */
const usualCost: Cost = { ln: 15, r: 8, p: 3 };
/** Bytes of a hash. */
const hashLength = 32;

/** `$scrypt$ln=15,r=8,p=3$SALT$HASH`; SALT and HASH are Base64 without padding. */
const format = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/;

/** Hashes a password with a new salt; the returned text includes cost and salt. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${base64(salt)}$${base64(hash)}`;
}

export const isPasswordHash = (text: string): boolean => parseHash(text) !== null;

/**
 * Returns whether the password matches the hash. The time does not depend on how wrong it is.
 * Without a hash, the check takes as long as with one of the usual cost and returns `false`.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const { cost, salt, expected } = parseHash(hash ?? '') ?? hashOfUnknownUser;
  const derived = await derive(password, salt, cost);
  return timingSafeEqual(derived, expected) && hash !== null;
}

/** Replaces the missing hash of an unknown user. */
const hashOfUnknownUser = {
  cost: usualCost,
  salt: randomBytes(16),
  expected: randomBytes(hashLength),
};

function parseHash(hash: string): { cost: Cost; salt: Buffer; expected: Buffer } | null {
  const [, ln, r, p, salt, expected] = format.exec(hash) ?? [];
  if (salt === undefined || expected === undefined) return null;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  // Higher costs would take minutes or all the memory.
  if (cost.ln < 1 || cost.ln > 20 || cost.r < 1 || cost.r > 32 || cost.p < 1) return null;
  return { cost, salt: Buffer.from(salt, 'base64'), expected: Buffer.from(expected, 'base64') };
}

const derive = (password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // `maxmem`, bytes: twice what scrypt needs, and 1 MiB.
    const options = { N: 2 ** ln, r, p, maxmem: 2 ** (ln + 8) * r + 2 ** 20 };
    // One letter can have several encodings in Unicode (é); NFC makes them equal.
    scrypt(password.normalize('NFC'), salt, hashLength, options, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
